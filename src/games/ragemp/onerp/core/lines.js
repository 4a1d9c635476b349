'use strict';

const fs = require('fs');
const path = require('path');

/**
 * Reads lines of JSON from a file. An incomplete last line is ignored: a crash cut it off before anything followed
 * from it.
 * @param advice remedy for a file that is damaged elsewhere
 */
function readLines(file, advice) {
  if (!fs.existsSync(file)) return [];
  const texts = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return texts
    .map((text, at) => {
      try {
        return JSON.parse(text);
      } catch (error) {
        if (at === texts.length - 1) return undefined;
        throw new Error(`${file} is damaged in line ${at + 1}: ${advice}`, { cause: error });
      }
    })
    .filter(Boolean);
}

/** Rewrites a file, under another name first: a crash leaves the old or the new one. */
function writeLines(file, texts) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  const target = fs.openSync(temporary, 'w');
  try {
    writeWhole(target, texts.map((text) => `${text}\n`).join(''));
    fs.fsyncSync(target);
  } finally {
    fs.closeSync(target);
  }
  fs.renameSync(temporary, file);
  flushFolder(path.dirname(file));
}

/** A full disk takes a part of a text without an error, and refuses only the rest. */
function writeWhole(descriptor, text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at);
}

/** Appends a line whole or not at all: half a line would be joined to the next one. */
function appendLine(file, descriptor, text) {
  const { size } = fs.fstatSync(descriptor);
  try {
    writeWhole(descriptor, `${text}\n`);
  } catch (error) {
    // by its name, because Windows shortens nothing that was opened to append
    fs.truncateSync(file, size);
    throw error;
  }
}

/** Makes a rename durable. Windows cannot open a folder, and does not need this. */
function flushFolder(folder) {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

module.exports = { appendLine, readLines, writeLines };
