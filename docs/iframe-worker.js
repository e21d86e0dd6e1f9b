// The search of the site runs in a worker, which a page that is opened as a file may not start. There
// this runs its script in a hidden frame instead. The theme looks for it under this name.
if (location.protocol === "file:") {
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super()
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      this.frame.srcdoc = `<script>
        self.postMessage = data => frameElement.dispatchEvent(new MessageEvent("message", { data }))
        self.importScripts = async (...urls) => {
          for (const url of urls) await new Promise((done, failed) => {
            const script = document.createElement("script")
            document.head.append(Object.assign(script, { src: url, onload: done, onerror: failed }))
          })
        }
      </script><script src="${url}"></script>`
      this.ready = new Promise(done => this.frame.addEventListener("load", done))
      this.frame.addEventListener("message", event => {
        this.dispatchEvent(new MessageEvent("message", { data: event.data }))
      })
      document.body.append(this.frame)
    }

    postMessage(data) {
      this.ready.then(() => {
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))
      })
    }

    terminate() {
      this.frame.remove()
    }
  }
}
