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

/** The log of this process on its standard output. One for all, because each listens for the end of the process. */
export const standardLog: LogStream = createLogStream(process.stdout);
