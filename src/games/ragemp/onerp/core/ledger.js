'use strict';

const fs = require('fs');
const { appendLine, readLines, writeLines } = require('./lines');
const { randomId } = require('./sign');

/** After all deliveries are settled, entries are kept for this long, because the site may still ask about them. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Remedy for a damaged ledger. */
const ADVICE = 'restore it, or move it away and have an operator accept a new ledger';
/** The settled number is written at most this often. */
const SETTLED_EVERY_MS = 60 * 1000;

/**
 * Opens the ledger: a file to which every step of a delivery is appended and flushed before the next step begins.
 * After a crash it tells which deliveries were begun and which were done. A missing file becomes a new ledger with a
 * new id. The site sends nothing to a new ledger until an operator has accepted it. Each line is
 * `{"no":7,"state":"started"|"open"|"done"|"refused",…}`, or a summary of the ledger: `{"ledger":id,"head":n,"settled":n}`.
 * `open`: it was begun, and its handler says that nothing was given. The first line is a summary, and further ones follow
 * when the settled number rises.
 */
function openLedger(file) {
  const entries = new Map();
  const facts = new Map();
  let id;
  let head = 0;
  let settled = 0;

  for (const line of readLines(file, ADVICE)) {
    if (line.ledger) {
      id = line.ledger;
      head = line.head;
      settled = line.settled;
      continue;
    }
    head += line.isKept ? 0 : 1;
    note(line);
  }
  if (!id) id = randomId();

  function note(entry) {
    entries.set(entry.no, entry);
    if (entry.fact && entry.state === 'done')
      facts.set(entry.fact, Math.max(facts.get(entry.fact) || 0, entry.version));
  }

  const isNewestFact = ({ fact, version }) => fact !== undefined && facts.get(fact) === version;
  const isOver = (entry, now) => entry.no <= settled && now - entry.at > KEPT_MS && !isNewestFact(entry);
  const standing = () => JSON.stringify({ ledger: id, head, settled });
  compact();
  const descriptor = fs.openSync(file, 'a');
  let isClosed = false;
  let writtenSettled = settled;
  let settledWrittenAt = 0;

  function append(line) {
    // the descriptor may belong to another file by now
    if (isClosed) throw new Error('the ledger is closed');
    appendLine(file, descriptor, line);
  }

  /** Not flushed: if the line is lost, the next start only keeps more entries than needed. */
  function writeSettled() {
    if (settled === writtenSettled) return;
    append(standing());
    writtenSettled = settled;
    settledWrittenAt = Date.now();
  }

  /** Rewrites the file without old entries, under another name first. */
  function compact() {
    const now = Date.now();
    const kept = Array.from(entries.values()).filter((entry) => !isOver(entry, now));
    entries.clear();
    for (const entry of kept) entries.set(entry.no, entry);
    const rest = kept.map((entry) => JSON.stringify(Object.assign({}, entry, { isKept: true })));
    writeLines(file, [standing()].concat(rest));
  }

  return {
    id,
    /** Number of entries that were ever written. */
    head: () => head,
    /** Returns the entry of a delivery; undefined when nothing was begun. */
    get: (no) => entries.get(no),
    /** Newest version of a fact that the game has. */
    versionOf: (fact) => facts.get(fact) || 0,
    /** Writes a step, and returns when it is on the disk. */
    write: (entry) => {
      const dated = Object.assign({ at: Date.now() }, entry);
      append(JSON.stringify(dated));
      fs.fsyncSync(descriptor);
      head += 1;
      note(dated);
    },
    /** Notes that all deliveries up to this number are final on the site. */
    settle: (through) => {
      settled = Math.max(settled, through);
      if (Date.now() - settledWrittenAt >= SETTLED_EVERY_MS) writeSettled();
    },
    close: () => {
      if (isClosed) return;
      writeSettled();
      isClosed = true;
      fs.closeSync(descriptor);
    },
  };
}

module.exports = { openLedger };
