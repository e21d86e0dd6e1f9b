const main = document.querySelector("main");
const { pairs } = await (await fetch("pairs")).json();
for (const { number, source, target } of pairs) {
  const line = document.createElement("p");
  line.textContent = `${number} ${source} | ${target}`;
  main.append(line);
}
