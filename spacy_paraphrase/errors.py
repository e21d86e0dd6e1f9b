"""Every message the package can raise or warn with, by code.

A message says what was received, what was expected and what to do. Codes: P0 data model and
pipeline, P1 readers, P2 metrics, P3 lexicon, P4 rendering, P5 command line, P6 scoring, P7 viewer,
P8 rewriting, P90 clusters, P96 word spaces and retrieval; W for warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter
from typing import Any

MESSAGES = {
    # data model and pipeline
    "P001": "The {side} of the pair is empty (got {got}). Expected at least one word: "
    "leave the pair out, or give both sentences.",
    "P002": "The {side} of the pair is of type {got}. Expected a string, a list of words "
    "(non-empty strings) or a spaCy Doc.",
    "P003": "The {side} of the pair holds a character that has no UTF-8 form: {got}. Expected "
    "Unicode text: decode the input with its right encoding.",
    "P004": "No pair in the text {text}. Expected a Doc of make_pair(nlp, source, target), or of a "
    "pipeline with sentence_pair, which finds the pair of a text with exactly one newline between its two "
    "sides, or of exactly two sentences.",
    "P005": "doc.spans['pair'] is no pair: {got}. Expected two spans labelled SOURCE and TARGET that "
    "do not overlap, set after the last change of tokenisation: make the pair again.",
    "P006": "The links in doc.spans[{key!r}] are stale or damaged: {got}. Run the aligner again after "
    "the last change of tokenisation; to keep them in JSON, write it with "
    "doc.to_json(underscore=['pair_data']).",
    "P007": "The component {name!r} needs {needs}, and the {side} has none: {text}. Put a component "
    "that sets it (a parser) before {name!r}, or give Docs that have it.",
    "P008": "The setting {setting} of {name!r} is {got!r}. Expected {expected}.",
    "P009": "doc._.{name} belongs to another package already. Set the environment variable "
    "SPACY_PARAPHRASE_PREFIX, say to 'pp_', before Python starts, to get doc._.pp_{name}.",
    "P010": "This is no alignment: {got}. Expected {expected}.",
    "P011": "No English pipeline is installed. Type: pip install 'spacy-paraphrase[en]', or name an "
    "installed pipeline: load('en_core_web_lg').",
    "P012": "The pipeline {got!r} is not installed or is no spaCy pipeline ({reason}). Installed: "
    "{installed}.",
    "P013": "The override {got} names no component of this package, or is no config. Expected "
    "a dictionary for one of: {known}.",
    "P020": "The units of {name} need a dependency parse, and the {side} has none: {text}. Put a parser "
    "before the component that uses them, or take the units of spacy-paraphrase.Words.v1.",
    "P021": "doc.spans['chunk_units'] is no set of units: {got}. Expected spans set by the user after the "
    "last change of tokenisation; to have chunks made, take the units of spacy-paraphrase.Chunks.v1.",
    "P022": "The unit {got!r} of doc.spans['chunk_units'], tokens {start} to {end}, is not inside one of "
    "the two sides. Expected units of one word or more that stay within the source or the target.",
    "P023": "The units {first!r} and {second!r} of doc.spans['chunk_units'] overlap. Expected every word "
    "in one unit at most: drop one of them, or cut it.",
    "P024": "These are no instances for the memory: {got}. Expected {expected}: check how the features "
    "were made.",
    "P025": "The setting {setting} of the model is {got!r}. Expected {expected}.",
    "P026": "This is no stored memory: {got}. Expected what Memory.to_bytes returned: train it again.",
    "P014": "The features that {name!r} reads are not those it was trained on; they differ in "
    "{features}. Use the experts and the encoder of the training, or train again.",
    "P015": "{name!r} is not trained. Initialize and train it, load a trained pipeline, or take the "
    "weights of the package: config={{'pretrained': 'en'}}.",
    "P016": "The tier {tier!r} does not go with the encoder {encoder!r}. Expected tier='fast' without "
    "an encoder, or tier='accurate', with encoder='folder of a pair encoder' for weights of your own.",
    "P017": "The component {name!r} needs word links, and this pair has none: {text}. Put an aligner "
    "(tree_aligner, graph_matcher) before it, or set doc._.alignment.",
    "P018": "These cannot be fused: {got}. Expected two sentences or more, and a pipeline whose "
    "sentence_fuser makes this kind: load(sentence_fuser={{'kinds': [...]}}).",
    "P029": "{name} is {got}. Expected {expected}.",
    "P042": "This is no {what}: {got}. Expected plain data as its to_json or stored gave them.",
    "P027": "There are no variants of the kind {got!r}. Expected one of {expected}.",
    "P028": "The Doc of this Sentence is gone. Keep the Doc for as long as its tokens are read.",
    "P030": "The item {number} of the pairs is {got}. Expected (source, target), or the Doc of a pair; "
    "with as_tuples=True, ((source, target), context).",
    "P031": "There is nothing to look up by {got}. Expected a token or a span of this pair, such as "
    "sides(doc)[0][1] or one of doc.ents.",
    "P032": "An example that {name!r} is to learn from has links, and its text {text} holds no pair. Take "
    "the reader spacy-paraphrase.PairCorpus.v1 for [corpora.train] and [corpora.dev]: spacy.Corpus.v1 "
    "keeps no pairs.",
    "P033": "The {side} has {got} words. Expected at most {limit}: split it into sentences, or set "
    "max_words of sentence_pair.",
    "P034": "The data file {path} of the package is {got}. Install spacy-paraphrase again: with it results "
    "would be others, or none.",
    "P035": "The language file {path} has {got}. Expected {expected}: the fields and their types stand in "
    "LanguageData.",
    "W003": "The component {name!r} stands before {finder!r}: it leaves texts as they are, since nothing "
    "has said that they are pairs. Put {finder!r} first.",
    "W004": "The pairs that reach {name!r} have no word links, so that it refuses every fusion. Put an "
    "aligner (graph_matcher, tree_aligner) before {name!r}.",
    "W005": "A text reaches {name!r} that sentence_pair has not seen, and no pair is found in it: a "
    "component between them returns new Docs, in which pairs are lost. Have it change the Doc that it is "
    "given, and return that one.",
    "P036": "The text {text} has come out of the pipeline without its pair: a component returns new Docs. "
    "Have it change the Doc that it is given, and return that one.",
    "P043": "The {side} has {got} signs with no blank between them. Expected at most {limit}: leave out "
    "what is no language, such as rulings and code.",
    "P044": "{what}: this is a reproduction of a paper, and the folder spacy_paraphrase/papers with it "
    "is not there. Install spacy-paraphrase again, or do without.",
    "P040": "This is no text: {got}. Expected a string or a Doc.",
    "P041": "These are no statements: {got}. Expected a list of strings, a text, or a Doc.",
    "P019": "doc.user_data['question'] is of type {got}. Expected a string.",
    "W001": "The Docs that reach {name!r} have no {missing}: it aligns without. Put the components "
    "that set them before {name!r}.",
    "W002": "There is no file for the language {language!r}, so that its negations, quantifiers and roles "
    "are not known: words are linked, but nothing is said of how sentences are related, and none are "
    "fused. Known are: {known}. To add one, write {language}.toml, as lang/en.toml, and name it by an "
    "entry point of the group spacy_paraphrase_languages (docs/languages.md).",
    # readers
    "P101": "{path} cannot be read: {got}. Expected {expected}: check the path and the format.",
    "P102": "{place}: got {got}. Expected {expected}. Correct it, or have it left out and reported: "
    "on_error=... of a reader, --errors of the commands that have it.",
    "P103": "{place}: {got} is out of range. The source has {source} words and the target {target}, "
    "and words are counted from 0: check that words and links belong together.",
    "P104": "{place}: {reason}",
    "P105": "The setting {setting} of the pair corpus is {got!r}. Expected {expected}.",
    "P106": "{path} holds no pair. Expected at least one: check that it is the right file.",
    "P107": "The format of {path} cannot be told from its name. Expected one of {expected}: name it "
    "with --format.",
    "P108": "spaCy has no tokeniser for the language {got!r}: {reason}. Expected the code of a "
    "language such as 'en', installed with all that it needs.",
    "P110": "{place}: {got} cannot stand in a .wa file. Expected {expected}: change it, or leave the pair "
    "out.",
    "W110": "{place}: the chunks {got!r} do not fit the words {words!r}. The boundaries were moved to "
    "the nearest word: correct the chunk file if that is wrong.",
    "W111": "{place}: the link {got!r} joins a part of a chunk. It is kept as it is, and a matcher of "
    "whole chunks cannot find it.",
    "W113": "{path}, {column}: {values}, read as {meaning}; {change} to change.",
    "W114": "{path}, {columns}: not read, though it looks like a judgement. Give it one of the names that "
    "are known ({known}, …).",
    "W115": "{path} is one JSON array and no lines of JSON. Its items are read as the lines.",
    "W116": "{path}: {number} lines of this phrase table cannot be read and are left out. The first is: "
    "{first}",
    "W112": "There are no chunk files for {path}, so the pairs have no chunk units. Expected {expected}, "
    "or the paths of two files.",
    "P120": "This is no chunk link: {got}. Expected (source token indices, target token indices, set of "
    "tags, score from 0 to 5 or None), tokens counted from 0 and at least one on each side.",
    # metrics
    "P201": "This is no link: {got}. Expected a pair of non-negative integers, (source index, "
    "target index), counted from 0 within each side.",
    "P202": "Got {got} predictions for {expected} gold pairs. Expected as many, in the same order.",
    "P203": "The statistics cannot be scored: {got}. Expected at least one pair, and the same "
    "number of finite values for every pair.",
    "P204": "The relation of link {link} is {got!r}. Expected one of {expected}, or '' for none.",
    "P205": "A link points to {side} index {got}, and the {side} has {length} words. Expected "
    "indices from 0 within the side: check the tokenisation and that counting starts at 0.",
    "P206": "The gold record has no words, so identical words cannot be left out. Expected "
    "GoldLinks(..., source=words, target=words).",
    "P207": "{name} is {got!r}. Expected {expected}.",
    "P208": "Got {pairs} phrase pairs over {spans} source spans. Expected at most one target span "
    "per source span: extract them with boundary='aligned'.",
    "P209": "The statistics of the two systems have shapes {a} and {b}. Expected the same measure "
    "on the same pairs.",
    "P210": "The score {key!r} is not defined for both systems. Expected one of {known}, on pairs "
    "with gold.",
    "P211": "The label of a pair is {got!r}. Expected one of {expected}.",
    # scoring
    "P220": "This is no entry of a phrase table: {got}. Expected words, words, and a probability from "
    "0 to 1.",
    "P221": "These are no weights of PERP: {got}. Expected what PerpModel.to_json gave: train again.",
    "P222": "These are no graded pairs: {got}. Expected as many grades as pairs, at least one, all of "
    "them finite numbers.",
    # lexicon
    "P300": "There is no data file {path}. Build it with: spacy-paraphrase resources build; a phrase "
    "table with: spacy-paraphrase table compile.",
    "P301": "{source} is no {kind} data of this version of the package, or is damaged. Build the "
    "file again with: spacy-paraphrase resources build; a phrase table with: spacy-paraphrase table "
    "compile; an index of texts with: spacy-paraphrase retrieve --save.",
    "P302": "The folder {folder} has no file {file}. Expected the database files of a WordNet "
    "(data.noun, index.noun and so on).",
    "P303": "Line {line} of {file} is not in the format of a WordNet database file. Get the file "
    "again.",
    "P304": "wn has {found} lexicons for {specifier!r}. Expected exactly one: name it with its "
    "version, such as 'oewn:2024'; to get it, run: python -m wn download oewn:2024.",
    "P305": "The package {package} is needed to build lexical data, and is not installed. Type: "
    "pip install {package}.",
    "P306": "wordfreq has no word frequencies for the language {language!r}. Give counts of your own.",
    "P307": "There is no similarity measure {got!r}. Expected one of: {names}.",
    "P308": "Line {line} of the counts {file} is {got!r}. Expected a word, a tab and a number.",
    "W300": "The lexical data for {language!r} cannot be used, so {name!r} works without. {reason}",
    # experts and inflection
    "W350": "The packages of the accurate tier are not installed, so that the fast one is taken. Type: "
    "pip install 'spacy-paraphrase[en]', or load(tier='fast') to go on without a word.",
    "P350": "The encoder in {path!r} needs packages that are not installed ({reason}). Type: pip "
    "install 'spacy-paraphrase[en,encoder]'.",
    "P351": "The folder {path!r} of the encoder holds {got}. Expected {expected}.",
    "P352": "The encoder in {path!r} has inputs {inputs} and outputs {outputs}. Expected inputs of "
    "input_ids, attention_mask and token_type_ids, and an output of shape (batch, sub-words, d).",
    "P353": "The tag {got!r} has no inflected form. Expected one of {expected}.",
    "P354": "The lemma to inflect is {got!r}. Expected words with one blank between them.",
    "P355": "The weights in {path!r} are no pair encoder: they lack {got}. Expected a model with the "
    "inputs ids and sides, word pieces with [CLS], [SEP] and [UNK], and the arrays of its heads.",
    "P356": "The encoder in {path!r} cannot be run: {got}. Expected the files of one encoder: get them again.",
    # rendering
    "P400": "This cannot be drawn: {got}. Expected a Doc that holds a pair, an Alignment, or the JSON "
    "object of one, as `align` writes it.",
    "P401": "There is no style {got!r}. Expected one of: {expected}.",
    "P402": "The levels to draw are {got!r}. Expected one or more of {expected}.",
    "P403": "The gold does not belong to this pair: got {got}. Expected {expected}.",
    "P404": "Got the gold of {got} pairs for {expected}. Expected as many, in the same order.",
    "P405": "There is no pair {got}. Expected a number from 1 to {expected}.",
    "P406": "The suffix of {path!r} is of no kind that render writes. Expected .svg, .html, .txt, or - "
    "for text on standard output.",
    "P407": "The suffix of {path!r} is of no kind that render reads. Expected {expected}.",
    "P408": "The fusions of this pair cannot be drawn: got {got}. Expected fusions as `fuse` writes "
    "them: run it first.",
    "P409": "{path!r} cannot be shown: {got}. Expected {expected}.",
    "P410": "The edits of this pair cannot be drawn: {got}. Expected sides and edits as `score` writes "
    "them: run it first.",
    # scoring
    "P600": "{name} is asked for the features {got!r}. Expected a list of some of: {known}.",
    "P601": "A score cannot be learnt from {got}. Expected at least two pairs that people judged "
    "differently.",
    "P602": "The setting {setting!r} of {name!r} is {got!r}. Expected {expected}.",
    "P603": "The learner {learner!r} is fitted by scikit-learn, which is not installed. Install "
    "spacy-paraphrase[eval], or take another learner.",
    # viewer
    "P700": "The package {package} is needed to view pairs, and is not installed. Type: pip install "
    "'spacy-paraphrase[view]'.",
    "P701": "This is no action: {got}. Expected {expected}.",
    "P702": "There is no link {got!r} in this pair. Expected the key of one that is annotated or proposed.",
    "P703": "The {side} has no tree, so it has no phrases. Give pairs with trees, or a pipeline with a "
    "parser (--model).",
    "P704": "{place}: this is no annotation of view: {got}. Expected the state 'started' or 'done', a note, "
    "and ids that differ.",
    "P705": "{path!r} is being written by another run or server, process {got}. End that one first; {lock!r} "
    "is its lock.",
    "P706": "{path!r} was begun by the annotator {got}. Expected {expected!r}: give that name with "
    "--annotator, or another file with --annotate.",
    "P707": "Two pairs have the id {got}. Expected ids that differ, since annotations are kept by them.",
    "P708": "{path!r} has other words for the {side} of the pair {id}. Expected annotations of the same "
    "pairs: give another file with --annotate.",
    "P709": "There is no pipeline to read sentences with. Type: pip install 'spacy-paraphrase[en]', or name "
    "an installed pipeline with --model.",
    "P710": "There is no pair {got}. Expected a number from 1 to {expected}.",
    "P711": "Nothing is annotated here. Start view with --annotate OUT.jsonl.",
    "P712": "{path!r} cannot be written: {reason}. Nothing is changed, and what was saved is as it was: "
    "make room on the disk, and do it again.",
    "P713": "The two annotations do not belong together: got {got}. Expected the same words for an id, and "
    "each id once.",
    "P714": "The two annotations have no pair in common. Expected pairs with the same ids, done in both.",
    "P715": "{got} pairs are done. Expected at least {expected} to learn from: mark more pairs as done.",
    "P717": "The chunks {first} and {second} of the {side} overlap. Expected every word in one chunk at most: "
    "remove one of the links.",
    "P716": "There are no two annotations to compare. Start view with --consensus A B, or with --gold FILE and "
    "--annotate OUT.jsonl.",
    "P718": "A phrase of {got} letters is too long to be looked up. Expected {expected} at most.",
    "W600": "{name!r} has learnt nothing yet, so it tells the overlap of the sides. Train it on pairs "
    "that people judged: python -m spacy train.",
    # rewriting
    "P800": "There is no {what} {got!r}. Expected one of: {known}.",
    "P801": "The setting {setting} of a rewrite is {got!r}. Expected {expected}.",
    "P802": "For {what}, {needs} is needed, and there is none. Process the Doc with a pipeline that "
    "gives it, or do without.",
    "P803": "The sentence has {got} tokens, and the integer programme takes {limit} at most. Take the "
    "search 'budget' or 'beam'.",
    "P804": "This is no stored rewrite: {got}. Expected what Rewrite.to_json gave.",
    "W800": "There are no names in the Doc, so the guard 'entity' takes runs of proper nouns for names. "
    "Put an entity recogniser into the pipeline.",
    "W801": "The integer programme was stopped after {seconds} seconds; the best it had found is taken.",
    # rewriting: models and analyses
    "P850": "There is no language model {path!r}. Give the path of an ARPA file: train_ngrams(...) makes "
    "a model of your own sentences, write_arpa(path) writes it.",
    "P851": "{path!r} is no language model: got {got}. Expected an ARPA file with sections of n-grams and "
    "an end, or, for KenLM.v1, a binary file of kenlm.",
    "P853": "This is no dependency path: {got}. Expected relations between parts of speech, and words "
    "between them, from one noun up to a word and down to another noun: 'N:by:V<buy>V:obj:N'.",
    "P852": "The package {package} is not installed. Type: pip install 'spacy-paraphrase[{extra}]'.",
    # clusters
    "P901": "The {setting} is {got!r}. Expected {expected}.",
    "P902": "There is no column {name!r} among {got}. Expected 'id', 'source' and 'target', maybe "
    "'question', 'source_chunks' and 'target_chunks': rename the columns, or make ids.",
    "P903": "{path!r} is no input of a job. Expected {expected}.",
    "P904": "The line is JSON of type {got}. Expected an object.",
    "P905": "The job {job!r} gave a key or a value that cannot be kept: {got}. Expected keys that are strings and "
    "values that JSON can hold.",
    "P906": "The step {step!r} of the job {job!r} failed on this: {got}.",
    "P907": "Every process that worked on this part died ({got}), so that the rows lack it. Give the workers "
    "more memory, look at the part, and run the job again with --resume.",
    # acquisition
    "P910": "This is no cluster of texts: got {got}. Expected {{'cluster': name, 'items': [{{'id', 'text', maybe "
    "'context', 'time' and 'group'}}]}}, with an id for each item.",
    "P911": "The setting {setting} of acquisition is {got!r}. Expected {expected}.",
    "P912": "There is no Dask cluster at {address!r}: {got}. Give the address of its scheduler, such as "
    "tcp://host:8786, or 'local' for one on this machine.",
    "P913": "The key {key!r} of the record is {got}. Expected {expected}.",
    "P917": "The pair {id!r} has no dependency trees, of which this makes use. Use what `align` "
    "writes into a .spacy file, or records with source_tree and target_tree.",
    "P918": "The pair {id!r} has no tags, and contexts are made of them. Use what `align` writes into a "
    ".spacy file, or records with tags in source_tokens and target_tokens.",
    # word spaces and retrieval
    "P960": "The setting {setting} of a word space is {got!r}. Expected {expected}.",
    "P961": "{path!r} is no word space: got {got}. Expected a folder that WordSpace.to_disk or `space "
    "build` has written: build it again.",
    "P962": "The word space {path!r} is another one than was asked for: got {got}, and expected "
    "{expected}. Build it again with these settings, or take it as it is.",
    "P963": "These word spaces cannot be added: {got}. Expected two that Random Indexing made with the "
    "same settings: what word2vec learns depends on all texts.",
    "P965": "The pipeline has word vectors already, of shape {got}. Expected none: to have them replaced, "
    "call space.install(nlp, replace=True); components that learnt with them need training again.",
    "P966": "The record {id!r} cannot be read: got {got}. Expected an 'id' (text or a whole number), and "
    "'text' or 'sentences': a text, or a list of texts.",
    "P967": "The id {id!r} comes twice, in the records {first} and {second}. Expected ids that differ: what "
    "is found is told by them.",
    "P969": "Nothing can be retrieved: got {got}. Expected an index of one text or more.",
    "W960": "The texts are in several languages ({got}), and all are read as if they were in one. Split "
    "them by their 'lang'.",
    # tables
    "P920": "{path} is no index of a phrase table, or is damaged: {got}. Make it with: spacy-paraphrase "
    "table index.",
    "P921": "Of {ordered} rows whose words WordNet orders, {right} run the way that they are labelled. "
    "Expected four in five: the table means entailment the other way round, so set flip_entailment "
    "(--flip-entailment).",
    "P922": "The score of the row {row!r} is {got}. Expected a number from 0 to 1, or the score of PPDB "
    "2.0 among its features: scale the scores of the table.",
    "P923": "There is no {setting} {got!r}. Expected one of: {expected}.",
    # many sentences
    "P950": "The {setting} is {got!r}. Expected {expected}.",
    "P951": "Two records have the id {id!r}, the {first}. and the {second}. one. Expected ids that differ.",
    "P952": "{sentences} sentences make {pairs} pairs. Above {limit} sentences they cannot be compared all "
    "with all: set how many rare stems they have to share.",
    "P953": "The job {job!r} failed in part. {path!r} tells where and why.",
    "P954": "The cluster {id!r} cannot be read: {key!r} is {got}. Expected {expected}.",
    "W950": "The records are in several languages ({shares}), and all are taken for {language!r}: group "
    "each language alone.",
    # command line
    "P501": "The line is no JSON: {got}. Expected one JSON object in UTF-8 per line.",
    "P502": "The line holds {got}. Expected a JSON object with 'source' and 'target', each a string or "
    "a list of words.",
    "P503": "The key {key!r} is {got}. Expected {expected}.",
    "P504": "The {side} has {length} words, and one of its chunks is {got}. Expected [start, end) with "
    "0 <= start < end <= {length}.",
    "P505": "The text has {got} characters. Expected at most {limit}: split it into sentences.",
    "P506": "The component {name!r} failed on this pair: {got}.",
    "P507": "{path} cannot be read or written: {reason}. Check the path and the rights.",
    "P508": "{option} does not go with {got!r}. Expected {expected}.",
    "P509": "{path!r} is no beginning of the output of this input and pipeline: {got}. Leave out "
    "--resume to start again, or give the input and the pipeline that it was made with.",
    "P510": "{first} and {second} may not be one file, nor lie in each other: {other!r}, {path!r}. Expected "
    "a place of its own for {second}.",
    "P511": "A worker process ended before its work was done, killed or out of memory. What is written "
    "stays: go on with --resume, with fewer processes (--n-process).",
    "P512": "The line is longer than {limit} bytes. Expected one pair of sentences per line: split it, or "
    "check that the file has line breaks.",
    "P513": "The file {path!r} is {got}. Expected Parquet with the columns of a JSON line ('source' and "
    "'target', maybe 'id', 'question' and chunks): text, numbers, or lists of them; 'id' is no list.",
    "P514": "The file {path!r} is no text: {got}. Expected text in UTF-8, or UTF-16 with a mark.",
    "P515": "Reading this failed: {got}.",
    "P516": "The folder {path!r} is in the way: a run writes into one of this name and takes away what is in "
    "it, and no run has made this one. Move it, or give the output another name.",
    "P521": "{pred!r} does not match {gold!r}: {got}. Expected the same pairs in the same order.",
    "P522": "{gold!r} has nothing to measure by {measure!r}. Expected {expected} in it.",
    "P523": "The suffix of {path!r} is of no kind that evaluate reads. Expected {expected}.",
    "P524": "The report {path!r} does not fit: {got}. Expected a report that evaluate made with the "
    "same gold and measures.",
}


class ParaphraseError(ValueError):
    """The one error of this package; `code` is its stable identifier.

    Args:
        code: A key of `MESSAGES`.
        **values: What the message names.

    Example:
        >>> ParaphraseError("P002", side="source", got="int").code
        'P002'
    """

    def __init__(self, code: str, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(_told(code, values))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.code, self.values)


class ParaphraseWarning(UserWarning):
    """The category of every warning of this package."""


def warning(code: str, **values: Any) -> ParaphraseWarning:
    """Return the warning with this code, to be passed to `warnings.warn`."""
    return ParaphraseWarning(_told(code, values))


def short_repr(value: Any, limit: int = 80) -> str:
    """Return a value as a message shows it, cut off, and its type alone where it has no text.

    Example:
        >>> short_repr("a" * 100, 10), short_repr(10**5000)
        ("'aaaaaaaa…", 'a value of type int')
    """
    try:
        text = repr(value[:limit] if isinstance(value, str | bytes) else value)
    except Exception:  # nested without end, a number of 5,000 digits, whatever another class raises
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def typed_repr(value: Any, limit: int = 80) -> str:
    """Return the type of a value and the value, as a message shows them."""
    told = "" if isinstance(value, str) else f"{type(value).__name__} "
    return told + short_repr(value, limit - len(told))


def not_that(name: str, got: Any, expected: str) -> ParaphraseError:
    """Return the error P029 for an argument that is not what it should be."""
    return ParaphraseError("P029", name=name, got=typed_repr(got), expected=expected)


# What Python raises where a value is of another kind than it should be.
_OF_VALUES = (
    *(ArithmeticError, AttributeError, EOFError, LookupError, OSError, RecursionError),
    *(TypeError, ValueError),
)


@contextmanager
def coded(code: str, **values: Any) -> Iterator[None]:
    """Raise what comes of values of the wrong kind as the error with a code; `got` tells what.

    Example:
        >>> try:
        ...     with coded("P961", path="space"):
        ...         [][0]
        ... except ParaphraseError as error:
        ...     error.values["got"]
        'IndexError: list index out of range'
    """
    try:
        yield
    except ParaphraseError:
        raise
    except _OF_VALUES as error:
        told = short_repr(str(error), 200)[1:-1]
        raise ParaphraseError(code, got=f"{type(error).__name__}: {told}", **values) from error


class _Messages(Formatter):
    """Fills messages in, whatever the values are."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion == "r":
            return short_repr(value, 500)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> Any:
        try:
            return super().format_field(value, format_spec)
        except Exception:  # as in `short_repr`
            return short_repr(value)


def _told(code: str, values: dict[str, Any]) -> str:
    return f"[{code}] {_Messages().vformat(MESSAGES[code], (), values)}"


def _rebuild(code: str, values: dict[str, Any]) -> ParaphraseError:
    return ParaphraseError(code, **values)
