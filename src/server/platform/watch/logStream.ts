/** Characters that are written at once; a kilobyte or so is one answer's line. */
const MOST_CHARACTERS = 64 * 1024;

/**
 * Returns a destination of the log that writes the lines of one turn of the event loop together, because each write is a
 * call of the system. The last lines are written when the process ends.
 */
export function createLogStream(out: { write: (text: string) => unknown }): {
  write: (line: string) => void;
} {
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
