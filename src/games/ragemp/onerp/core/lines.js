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
  fs.writeSync(target, texts.map((text) => `${text}\n`).join(''));
  fs.fsyncSync(target);
  fs.closeSync(target);
  fs.renameSync(temporary, file);
  flushFolder(path.dirname(file));
}

/** Makes a rename durable. Windows cannot open a folder, and does not need this. */
function flushFolder(folder) {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

module.exports = { readLines, writeLines };
