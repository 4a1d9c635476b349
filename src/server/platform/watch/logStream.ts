import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Characters that are written at once; a kilobyte or so is one answer's line. */
const MOST_CHARACTERS = 64 * 1024;

/** A destination of log lines. */
interface LogStream {
  write: (line: string) => void;
}

/**
 * Returns a destination that writes the lines of one turn of the event loop together, because each write is a call of
 * the system. The last lines are written when the process ends.
 */
function createLogStream(out: { write: (text: string) => unknown }): LogStream {
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    out.write(text);
  };
  process.once('exit', flush);
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
      if (lines.length > MOST_CHARACTERS) flush();
    },
  };
}

const STANDARD_OUTPUT = 1;

/** Whether the standard output takes every write at once, unlike a pipe or a terminal. */
function isFile(): boolean {
  if (isatty(STANDARD_OUTPUT)) return false;
  const stats = fstatSync(STANDARD_OUTPUT);
  return stats.isFile() || stats.isCharacterDevice();
}

/**
 * Returns the standard output as a file. What a full disk does not take is lost, and later lines are written again once
 * there is room. Node.js's own stream would end the process, and for good, because each new start writes a line.
 */
function createFileOutput(): { write: (text: string) => void } {
  let isTorn = false;
  return {
    write: (text) => {
      const bytes = Buffer.from(isTorn ? `\n${text}` : text);
      try {
        isTorn = writeSync(STANDARD_OUTPUT, bytes) < bytes.byteLength;
      } catch {
        isTorn = true;
      }
    },
  };
}

/** The log of this process on its standard output. One for all, because each listens for the end of the process. */
export const standardLog: LogStream = createLogStream(isFile() ? createFileOutput() : process.stdout);
