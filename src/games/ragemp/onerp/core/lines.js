'use strict';

const fs = require('fs');
const path = require('path');

/**
 * Lines of JSON in a file. A last line that a crash cut off was never acted upon, so it is left out.
 * @param advice what to do about a file that is damaged before that
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

/** Writes a file anew, under another name first: a crash leaves the old one or the new one. */
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

/** Makes a rename durable. Windows cannot open a folder, and does not need it. */
function flushFolder(folder) {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

module.exports = { readLines, writeLines };
