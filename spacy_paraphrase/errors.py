"""Every message the package can raise or warn with, by code.

A message says what was received, what was expected and what to do. Codes: P0 data model and
pipeline, P1 readers, P2 metrics, P3 lexicon, P4 rendering, P5 command line, P6 scoring, P7 viewer,
P8 rewriting, P90 clusters, P96 word spaces and retrieval; W for warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from string import Formatter
from typing import Any

MESSAGES = {
    # data model and pipeline
    "P001": "The {side} of the pair is empty (got {got}). Expected at least one word: "
    "leave the pair out, or give both sentences.",
    "P002": "The {side} of the pair is of type {got}. Expected a string, a list of words "
    "(non-empty strings) or a spaCy Doc.",
    "P003": "The {side} of the pair contains a character that cannot be encoded in UTF-8: {got}. Expected "
    "Unicode text: decode the input with its own encoding.",
    "P004": "The text {text} contains no pair. Expected a Doc from make_pair(nlp, source, target), or from a "
    "pipeline with sentence_pair, which takes as a pair a text of two sides with exactly one newline between "
    "them, or of exactly two sentences.",
    "P005": "doc.spans['pair'] is not a pair: {got}. Expected two spans labelled SOURCE and TARGET that do "
    "not overlap, set after the last change of tokenisation: make the pair again.",
    "P006": "The links in doc.spans[{key!r}] are stale or damaged: {got}. Run the aligner again after the "
    "last change of tokenisation. To keep links when a Doc is written as JSON, use "
    "doc.to_json(underscore=['pair_data']).",
    "P007": "The component {name!r} needs {needs}, which the {side} does not have: {text}. Put a component "
    "that sets it (such as a parser) before {name!r}, or give Docs that have it.",
    "P008": "The setting {setting} of {name!r} is {got!r}. Expected {expected}.",
    "P009": "doc._.{name} is already used by another package. Set the environment variable "
    "SPACY_PARAPHRASE_PREFIX, for example to 'pp_', before Python starts; the attribute is then "
    "doc._.pp_{name}.",
    "P010": "This is not an alignment: {got}. Expected {expected}.",
    "P011": "No English pipeline is installed. Type: pip install 'spacy-paraphrase[en]', or name an "
    "installed pipeline: load('en_core_web_lg').",
    "P012": "The pipeline {got!r} is not installed or is not a spaCy pipeline ({reason}). Installed: "
    "{installed}.",
    "P013": "The setting {got} does not name a component of this package, or is not a config. Expected a "
    "dictionary for one of: {known}.",
    "P020": "The units of {name} need a dependency parse, and the {side} has none: {text}. Put a parser "
    "before the component that uses the units, or use spacy-paraphrase.Words.v1, which needs no parse.",
    "P021": "doc.spans['chunk_units'] cannot be used as chunks: {got}. Expected spans that you set after the "
    "last change of tokenisation. To have chunks made from the parse, use spacy-paraphrase.Chunks.v1.",
    "P022": "The chunk {got!r} of doc.spans['chunk_units'], tokens {start} to {end}, is not inside one of "
    "the two sides. Expected chunks of at least one word that stay within the source or the target.",
    "P023": "The chunks {first!r} and {second!r} of doc.spans['chunk_units'] overlap. Expected every word in "
    "at most one chunk: remove one of the two, or shorten it.",
    "P024": "These cannot be stored as instances in the memory-based classifier: {got}. Expected {expected}: "
    "check how the features were computed.",
    "P025": "The setting {setting} of the model is {got!r}. Expected {expected}.",
    "P026": "This is not a stored memory-based classifier: {got}. Expected the bytes that Memory.to_bytes "
    "returned: train it again.",
    "P014": "{name!r} gets other features than it was trained on; the difference is in {features}. Use the "
    "same experts and encoder as in training, or train again.",
    "P015": "{name!r} is not trained. Initialize and train it, load a trained pipeline, or use the weights "
    "that come with the package: config={{'pretrained': 'en'}}.",
    "P016": "The tier {tier!r} cannot be combined with the encoder {encoder!r}. Expected tier='fast' without "
    "an encoder, or tier='accurate', with encoder='folder of a pair encoder' if you want to use an encoder "
    "of your own.",
    "P017": "The component {name!r} needs word links, and this pair has none: {text}. Put an aligner "
    "(tree_aligner, graph_matcher) before it, or set doc._.alignment.",
    "P018": "These sentences cannot be fused: {got}. Expected at least two sentences, and a pipeline whose "
    "sentence_fuser makes this kind of fusion: load(sentence_fuser={{'kinds': [...]}}).",
    "P029": "{name} is {got}. Expected {expected}.",
    "P042": "This is not a {what}: {got}. Expected plain data as returned by its to_json or stored method.",
    "P027": "There are no variants of the kind {got!r}. Expected one of {expected}.",
    "P028": "The Doc that this Sentence belongs to no longer exists. Keep a reference to the Doc for as long "
    "as you use the Sentence.",
    "P030": "Item {number} of the pairs is {got}. Expected (source, target), or the Doc of a pair; with "
    "as_tuples=True, ((source, target), context).",
    "P031": "Nothing can be looked up for {got}. Expected a token or a span of this pair, such as "
    "sides(doc)[0][1] or one of doc.ents.",
    "P032": "A training example for {name!r} has links, but its text {text} contains no pair. Use the reader "
    "spacy-paraphrase.PairCorpus.v1 for [corpora.train] and [corpora.dev]: spacy.Corpus.v1 does not keep "
    "pairs.",
    "P033": "The {side} has {got} words. Expected at most {limit}: split it into sentences, or raise "
    "max_words of sentence_pair.",
    "P034": "The data file {path} of the package is {got}. Install spacy-paraphrase again: without this file "
    "results would be wrong or missing.",
    "P035": "The language file {path} has {got}. Expected {expected}: see the class LanguageData for the "
    "fields and their types.",
    "W003": "The component {name!r} stands before {finder!r} and therefore sees no pairs: it leaves all "
    "texts as they are. Put {finder!r} first.",
    "W004": "The pairs that reach {name!r} have no word links, so it refuses every fusion. Put an aligner "
    "(graph_matcher, tree_aligner) before {name!r}.",
    "W005": "{name!r} was given a text that sentence_pair has not seen and in which it finds no pair. A "
    "component between the two returns new Docs, and pairs are lost in these: change that component so that "
    "it modifies and returns the Doc that it was given.",
    "P036": "The text {text} came out of the pipeline without its pair, because a component returns new "
    "Docs. Change that component so that it modifies and returns the Doc that it was given.",
    "P043": "The {side} has {got} punctuation marks or symbols in a row without a space. Expected at most "
    "{limit}: remove what is not language, such as ruled lines and code.",
    "P044": "{what}: this reproduces a paper, and the folder spacy_paraphrase/papers that contains it is "
    "missing. Install spacy-paraphrase again, or do without it.",
    "P040": "This is not a text: {got}. Expected a string or a Doc.",
    "P041": "These are not statements: {got}. Expected a list of strings, a text, or a Doc.",
    "P019": "doc.user_data['question'] is of type {got}. Expected a string.",
    "W001": "The Docs that reach {name!r} have no {missing}, so it aligns without. Put components that set "
    "this information before {name!r}.",
    "W002": "There is no language file for {language!r}, so its negations, quantifiers and semantic roles "
    "are unknown: words are aligned, but no relation is predicted and no sentences are fused. Known "
    "languages: {known}. To add one, write {language}.toml on the model of lang/en.toml, and register it as "
    "an entry point of spacy_paraphrase_languages (docs/languages.md).",
    # readers
    "P101": "{path} cannot be read: {got}. Expected {expected}: check the path and the format.",
    "P102": "{place}: got {got}. Expected {expected}. Correct it, or have it skipped and reported: "
    "on_error=... of a reader, --errors of the commands that have it.",
    "P103": "{place}: {got} is out of range. The source has {source} words and the target {target}, and "
    "words are counted from 0: check that the words and the links belong to the same pair.",
    "P104": "{place}: {reason}",
    "P105": "The setting {setting} of the pair corpus is {got!r}. Expected {expected}.",
    "P106": "{path} contains no pair. Expected at least one: check that it is the right file.",
    "P107": "The format of {path} cannot be told from its name. Expected one of {expected}: name it "
    "with --format.",
    "P108": "spaCy has no tokeniser for the language {got!r}: {reason}. Expected the code of a "
    "language such as 'en', installed with all that it needs.",
    "P110": "{place}: {got} cannot be written to a .wa file. Expected {expected}: change it, or leave the "
    "pair out.",
    "W110": "{place}: the chunks {got!r} do not match the words {words!r}. The chunk boundaries were moved "
    "to the nearest word: correct the chunk file if that is wrong.",
    "W111": "{place}: the link {got!r} joins a part of a chunk. It is kept, but a matcher that links whole "
    "chunks cannot find it.",
    "W113": "{path}, {column}: {values}, read as {meaning}. To change this: {change}.",
    "W114": "{path}, {columns}: not read, though it looks like a judgement. Rename it to one of the known "
    "column names ({known}, …).",
    "W115": "{path} is one JSON array instead of one JSON object per line. Its items are read as if they "
    "were lines.",
    "W116": "{path}: {number} lines of this phrase table cannot be read and are skipped. The first is: "
    "{first}",
    "W112": "There are no chunk files for {path}, so the pairs have no chunks. Expected {expected}, or the "
    "paths of two files.",
    "P120": "This is not a chunk link: {got}. Expected (source token indices, target token indices, set of "
    "tags, score from 0 to 5 or None), tokens counted from 0 and at least one on each side.",
    # metrics
    "P201": "This is not a link: {got}. Expected a pair of non-negative integers, (source index, target "
    "index), counted from 0 within each side.",
    "P202": "Got {got} predictions for {expected} gold pairs. Expected one prediction per gold pair, in the "
    "same order.",
    "P203": "The statistics cannot be scored: {got}. Expected at least one pair, and the same "
    "number of finite values for every pair.",
    "P204": "The relation of link {link} is {got!r}. Expected one of {expected}, or '' for none.",
    "P205": "A link points to {side} index {got}, but the {side} has {length} words. Expected indices within "
    "the side, counted from 0: check that the tokenisation is the same and that counting starts at 0.",
    "P206": "The gold record has no words, so links between identical words cannot be excluded. Expected "
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
    "P220": "This is not a phrase table entry: {got}. Expected words, words, and a probability from 0 to 1.",
    "P221": "These are not PERP weights: {got}. Expected the result of PerpModel.to_json: train again.",
    "P222": "These are not graded pairs: {got}. Expected at least one pair, and one grade per pair, all of "
    "them finite numbers.",
    # lexicon
    "P300": "There is no data file {path}. Build it with: spacy-paraphrase resources build; a phrase "
    "table with: spacy-paraphrase table compile.",
    "P301": "{source} is not {kind} data of this version of the package, or is damaged. Build the file again "
    "with: spacy-paraphrase resources build; a phrase table with: spacy-paraphrase table compile; an index "
    "of texts with: spacy-paraphrase retrieve --save.",
    "P302": "The folder {folder} has no file {file}. Expected the database files of a WordNet (data.noun, "
    "index.noun and so on).",
    "P303": "Line {line} of {file} is not in the format of a WordNet database file. Download the file again.",
    "P304": "wn has {found} lexicons for {specifier!r}. Expected exactly one: name it with its "
    "version, such as 'oewn:2024'; to get it, run: python -m wn download oewn:2024.",
    "P305": "The package {package} is needed to build lexical data, and is not installed. Type: "
    "pip install {package}.",
    "P306": "wordfreq has no word frequencies for the language {language!r}. Provide word counts of your own.",
    "P307": "There is no similarity measure {got!r}. Expected one of: {names}.",
    "P308": "Line {line} of the counts {file} is {got!r}. Expected a word, a tab and a number.",
    "W300": "The lexical data for {language!r} cannot be used, so {name!r} works without them. {reason}",
    # experts and inflection
    "W350": "The packages of the accurate tier are not installed, so the fast tier is used. Install them "
    "with: pip install 'spacy-paraphrase[en]', or use load(tier='fast') to avoid this warning.",
    "P350": "The encoder in {path!r} needs packages that are not installed ({reason}). Type: pip "
    "install 'spacy-paraphrase[en,encoder]'.",
    "P351": "The folder {path!r} of the encoder holds {got}. Expected {expected}.",
    "P352": "The encoder in {path!r} has inputs {inputs} and outputs {outputs}. Expected inputs of "
    "input_ids, attention_mask and token_type_ids, and an output of shape (batch, sub-words, d).",
    "P353": "The tag {got!r} has no inflected form. Expected one of {expected}.",
    "P354": "The lemma to inflect is {got!r}. Expected one or more words, with one space between them.",
    "P355": "The weights in {path!r} are not a pair encoder: {got} is missing. Expected a model with the "
    "inputs ids and sides, word pieces with [CLS], [SEP] and [UNK], and the arrays of its heads.",
    "P356": "The encoder in {path!r} cannot be run: {got}. Expected the files of one encoder: download them "
    "again.",
    # rendering
    "P400": "This cannot be drawn: {got}. Expected a Doc that holds a pair, an Alignment, or the JSON "
    "object of one, as `align` writes it.",
    "P401": "There is no style {got!r}. Expected one of: {expected}.",
    "P402": "The levels to draw are {got!r}. Expected at least one of {expected}.",
    "P403": "The gold links do not belong to this pair: got {got}. Expected {expected}.",
    "P404": "Got the gold links of {got} pairs for {expected}. Expected as many, in the same order.",
    "P405": "There is no pair {got}. Expected a number from 1 to {expected}.",
    "P406": "render cannot write the format of {path!r}. Expected a file name that ends in .svg, .html or "
    ".txt, or - for text on standard output.",
    "P407": "render cannot read the format of {path!r}. Expected {expected}.",
    "P408": "The fusions of this pair cannot be drawn: got {got}. Expected fusions as written by `fuse`: run "
    "it first.",
    "P409": "{path!r} cannot be shown: {got}. Expected {expected}.",
    "P410": "The edits of this pair cannot be drawn: got {got}. Expected sides and edits as written by "
    "`score`: run it first.",
    # scoring
    "P600": "{name} got the feature groups {got!r}. Expected a list of some of: {known}.",
    "P601": "A score cannot be learnt from {got}. Expected at least two pairs that people judged differently.",
    "P602": "The setting {setting!r} of {name!r} is {got!r}. Expected {expected}.",
    "P603": "The learner {learner!r} needs scikit-learn, which is not installed. Type: pip install "
    "'spacy-paraphrase[eval]', or choose another learner.",
    # viewer
    "P700": "The package {package} is needed to view pairs, and is not installed. Type: pip install "
    "'spacy-paraphrase[view]'.",
    "P701": "This is not an action: {got}. Expected {expected}.",
    "P702": "There is no link {got!r} in this pair. Expected the key of an annotated or proposed link.",
    "P703": "The {side} has no parse tree, so it has no phrases. Give pairs with trees, or a pipeline with a "
    "parser (--model).",
    "P704": "{place}: this is not an annotation written by view: {got}. Expected the state 'started' or "
    "'done', a note, and a different id for every pair.",
    "P705": "{path!r} is being written by another run or server, process {got}. Wait for that process or end "
    "it first; its lock is the file {lock!r}.",
    "P706": "{path!r} was started by the annotator {got}. Expected {expected!r}: give that name with "
    "--annotator, or another file with --annotate.",
    "P707": "Two pairs have the id {got}. Expected a different id for every pair, because annotations are "
    "stored by id.",
    "P708": "{path!r} has other words for the {side} of the pair {id}. Expected annotations of the same "
    "pairs: give another file with --annotate.",
    "P709": "There is no pipeline to parse sentences with. Type: pip install 'spacy-paraphrase[en]', or name "
    "an installed pipeline with --model.",
    "P710": "There is no pair {got}. Expected a number from 1 to {expected}.",
    "P711": "Annotation is not switched on. Start view with --annotate OUT.jsonl.",
    "P712": "{path!r} cannot be written: {reason}. Your last change was not made, and everything saved "
    "before is still there: free some disk space and try again.",
    "P713": "The two annotations do not belong together: got {got}. Expected the same words for the same id, "
    "and each id only once.",
    "P714": "The two annotations have no pair in common. Expected at least one pair with the same id that is "
    "done in both.",
    "P715": "{got} pairs are marked as done. Expected at least {expected} to learn from: mark more pairs as "
    "done.",
    "P717": "The chunks {first} and {second} of the {side} overlap. Expected every word in at most one "
    "chunk: remove one of the links.",
    "P716": "There are no two annotations to compare. Start view with --consensus A B, or with --gold FILE and "
    "--annotate OUT.jsonl.",
    "P718": "A phrase of {got} letters is too long to be looked up. Expected {expected} at most.",
    "W600": "{name!r} is not trained, so it returns the word overlap of the two sides. Train it on pairs "
    "that people judged: python -m spacy train.",
    # rewriting
    "P800": "There is no {what} {got!r}. Expected one of: {known}.",
    "P801": "The setting {setting} of a rewrite is {got!r}. Expected {expected}.",
    "P802": "{what} needs {needs}, which this Doc does not have. Process the Doc with a pipeline that "
    "provides it, or do without.",
    "P803": "The sentence has {got} tokens, but integer programming is limited to {limit}. Use the search "
    "'budget' or 'beam'.",
    "P804": "This is not a stored rewrite: {got}. Expected the result of Rewrite.to_json.",
    "W800": "The Doc has no named entities, so the guard 'entity' treats sequences of proper nouns as names. "
    "Add an entity recogniser to the pipeline.",
    "W801": "Integer programming was stopped after {seconds} seconds; the best solution found so far is used.",
    # rewriting: models and analyses
    "P850": "There is no language model {path!r}. Give the path of an ARPA file: train_ngrams(...) trains a "
    "model on your own sentences, and write_arpa(path) writes it.",
    "P851": "{path!r} is not a language model: got {got}. Expected an ARPA file with sections of n-grams and "
    "an end mark, or, for KenLM.v1, a binary file of kenlm.",
    "P853": "This is not a dependency path: {got}. Expected relations between parts of speech, and words "
    "between them, from one noun up to a word and down to another noun: 'N:by:V<buy>V:obj:N'.",
    "P852": "The package {package} is not installed. Type: pip install 'spacy-paraphrase[{extra}]'.",
    # clusters
    "P901": "The {setting} is {got!r}. Expected {expected}.",
    "P902": "There is no column {name!r} among {got}. Expected 'id', 'source' and 'target', maybe "
    "'question', 'source_chunks' and 'target_chunks': rename the columns, or make ids.",
    "P903": "{path!r} is not a valid input of a job. Expected {expected}.",
    "P904": "The line is JSON of type {got}. Expected an object.",
    "P905": "The job {job!r} returned a key or a value that cannot be stored: {got}. Expected keys that are "
    "strings and values that can be written as JSON.",
    "P906": "Step {step!r} of the job {job!r} failed on this input: {got}.",
    "P907": "Every process that worked on this part died ({got}), so the results lack its rows. Give the "
    "workers more memory, check the part, and run the job again with --resume.",
    # acquisition
    "P910": "This is not a cluster of texts: got {got}. Expected {{'cluster': name, 'items': [{{'id', "
    "'text', maybe 'context', 'time' and 'group'}}]}}, with an id for each item.",
    "P911": "The setting {setting} of acquisition is {got!r}. Expected {expected}.",
    "P912": "No Dask cluster answers at {address!r}: {got}. Give the address of its scheduler, such as "
    "tcp://host:8786, or 'local' for one on this machine.",
    "P913": "The key {key!r} of the record is {got}. Expected {expected}.",
    "P917": "The pair {id!r} has no dependency trees, which are needed here. Use a .spacy file written by "
    "`align`, or records with source_tree and target_tree.",
    "P918": "The pair {id!r} has no part-of-speech tags, which are needed for contexts. Use a .spacy file "
    "written by `align`, or records with tags in source_tokens and target_tokens.",
    # word spaces and retrieval
    "P960": "The setting {setting} of a word space is {got!r}. Expected {expected}.",
    "P961": "{path!r} is not a word space: got {got}. Expected a folder written by WordSpace.to_disk or "
    "`space build`: build it again.",
    "P962": "The word space {path!r} has other settings than requested: got {got}, expected {expected}. "
    "Build it again with these settings, or ask for the settings that it has.",
    "P963": "These word spaces cannot be added: {got}. Expected two spaces made by Random Indexing with the "
    "same settings; those of word2vec cannot be added, because they depend on all texts at once.",
    "P965": "The pipeline already has word vectors, of shape {got}. Expected none: to replace them, call "
    "space.install(nlp, replace=True); components that were trained with the old vectors then need training "
    "again.",
    "P966": "The record {id!r} cannot be read: got {got}. Expected an 'id' (text or a whole number), and "
    "'text' or 'sentences': a text, or a list of texts.",
    "P967": "The id {id!r} occurs twice, in the records {first} and {second}. Expected a different id for "
    "every record, because results refer to records by id.",
    "P969": "Nothing can be retrieved: got {got}. Expected an index of at least one text.",
    "W960": "The texts are in several languages ({got}), but all are processed as one language. Split them "
    "by their 'lang'.",
    # tables
    "P920": "{path} is not an index of a phrase table, or is damaged: {got}. Make it with: spacy-paraphrase "
    "table index.",
    "P921": "WordNet orders the words of {ordered} rows, and only {right} of these rows are labelled in the "
    "same direction. Expected four in five: the labels of this table have the opposite direction, so set "
    "flip_entailment (--flip-entailment).",
    "P922": "The score of the row {row!r} is {got}. Expected a number from 0 to 1, or the score of PPDB "
    "2.0 among its features: scale the scores of the table.",
    "P923": "There is no {setting} {got!r}. Expected one of: {expected}.",
    # many sentences
    "P950": "The {setting} is {got!r}. Expected {expected}.",
    "P951": "Two records have the id {id!r}, {where} {first} and {where} {second}. Expected a different id for "
    "every record.",
    "P952": "{sentences} sentences make {pairs} pairs. With more than {limit} sentences not all pairs can be "
    "compared: set how many rare stems two sentences must share to be compared.",
    "P953": "A part of the job {job!r} failed. {path!r} says where and why.",
    "P954": "The cluster {id!r} cannot be read: {key!r} is {got}. Expected {expected}.",
    "W950": "The records are in several languages ({shares}), but all are processed as {language!r}: group "
    "each language separately.",
    # command line
    "P501": "The line is not JSON: {got}. Expected one JSON object in UTF-8 per line.",
    "P502": "The line contains {got}. Expected a JSON object with 'source' and 'target', each a string or a "
    "list of words.",
    "P503": "The key {key!r} is {got}. Expected {expected}.",
    "P504": "The {side} has {length} words, and one of its chunks is {got}. Expected [start, end) with "
    "0 <= start < end <= {length}.",
    "P505": "The text has {got} characters. Expected at most {limit}: split it into sentences.",
    "P506": "The component {name!r} failed on this pair: {got}.",
    "P507": "{path} cannot be read or written: {reason}. Check the path and the permissions.",
    "P508": "{option} cannot be combined with {got!r}. Expected {expected}.",
    "P509": "{path!r} is not the beginning of the output for this input and pipeline: {got}. Omit --resume "
    "to start again, or give the input and the pipeline that it was made with.",
    "P510": "{first} and {second} must be different files, and neither may lie inside the other: {other!r}, "
    "{path!r}. Give another path for {second}.",
    "P511": "A worker process ended before its work was done: it was killed or ran out of memory. What has "
    "been written is kept: continue with --resume, with fewer processes (--n-process).",
    "P512": "The line is longer than {limit} bytes. Expected one pair of sentences per line: split it, or "
    "check that the file has line breaks.",
    "P513": "The file {path!r} is {got}. Expected Parquet with the columns of a JSON line ('source' and "
    "'target', maybe 'id', 'question' and chunks): text, numbers, or lists of them; 'id' is no list.",
    "P514": "The file {path!r} is not text: {got}. Expected {expected}.",
    "P515": "Reading this failed: {got}.",
    "P516": "A run writes into the folder {path!r} and deletes what is in it, but the existing folder of "
    "that name was not made by a run. Move it, or give the output another name.",
    "P517": "{option} does not know {got!r}. Expected {expected}.",
    "P521": "{pred!r} does not match {gold!r}: {got}. Expected the same pairs in the same order.",
    "P522": "{gold!r} contains nothing that {measure!r} can measure. Expected {expected} in it.",
    "P523": "evaluate cannot read the format of {path!r}. Expected {expected}.",
    "P524": "The report {path!r} cannot be compared: {got}. Expected a report made by evaluate with the same "
    "gold data and measures.",
}
# Why a statement is not checked.
NOTHING_TO_CHECK = "it says nothing that can be checked"


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
        super().__init__(_message(code, values))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(ParaphraseError, self.code, **self.values), ()


class ParaphraseWarning(UserWarning):
    """The category of every warning of this package."""


def warning(code: str, **values: Any) -> ParaphraseWarning:
    """Return the warning with this code, to be passed to `warnings.warn`."""
    return ParaphraseWarning(_message(code, values))


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
    kind = "" if isinstance(value, str) else f"{type(value).__name__} "
    return kind + short_repr(value, limit - len(kind))


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
    """Raise Python's errors about bad values as the error with a code; `got` quotes them.

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
        text = short_repr(str(error), 200)[1:-1]
        raise ParaphraseError(code, got=f"{type(error).__name__}: {text}", **values) from error


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


def _message(code: str, values: dict[str, Any]) -> str:
    return f"[{code}] {_Messages().vformat(MESSAGES[code], (), values)}"
