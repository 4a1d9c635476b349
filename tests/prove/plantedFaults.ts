import type { PlantedBug } from './plantedBug.ts';

/** Slow input, silent databases, hanging jobs and lost answers. */
export const FAULT_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A pattern meets texts of any length.',
    file: 'src/contract/kernel/text.ts',
    text: 'z.maxLength(maxLength, { abort: true, error: tooLong })',
    replacement: 'z.maxLength(maxLength, tooLong)',
    test: 'tests/contract/inputCost.test.ts',
    name: 'checks the length of every text before anything else looks at it',
  },
  {
    bug: 'The pattern for a device takes quadratic time for a long header.',
    file: 'src/server/domain/accounts/access/deviceName.ts',
    text: "['Safari', /^(?=.*\\bVersion\\/).* Safari\\//],",
    replacement: "['Safari', /\\bVersion\\/.* Safari\\//],",
    test: 'tests/contract/inputCost.test.ts',
    name: 'SE1 %s is read in time in proportion to its length',
  },
  {
    bug: 'A statement waits for ever for a silent database.',
    file: 'src/server/platform/db/open.ts',
    text: 'query_timeout: limits.queryMs,',
    replacement: '',
    test: 'tests/server/platform/db/silentDatabase.test.ts',
    name: 'under a statement is a 503, is destroyed, and nobody gets it any more',
  },
  {
    bug: 'One silent connection holds up the look-up of a session.',
    file: 'src/server/platform/kernel/sharedLookup.ts',
    text: 'if (await isSettledInTime(first)) return first;',
    replacement: 'if (PATIENCE_MS > 0) return first;',
    test: 'tests/server/platform/db/silentDatabase.test.ts',
    name: 'under a look-up of sessions holds up neither the others nor its own request',
  },
  {
    bug: 'A job that hangs keeps its place for ever.',
    file: 'src/server/jobs/jobRunner.ts',
    text: 'await withDeadline(job.run(deps), timeoutMs).then(',
    replacement: 'await job.run(deps).then(',
    test: 'tests/server/jobs/jobRunner.test.ts',
    name: 'one that hangs has failed at its deadline, and gives its place to the next',
  },
  {
    bug: 'A server with a wrong clock runs the jobs.',
    file: 'src/server/jobs/jobRunner.ts',
    text: 'return time.getTime() >= earliestMs && time.getTime() <= latestMs ? time : undefined;',
    replacement: 'return earliestMs < latestMs ? time : undefined;',
    test: 'tests/server/jobs/jobRunner.test.ts',
    name: 'a job is refused, aloud, while the server differs from the database',
  },
  {
    bug: 'A connection that was refused is never closed.',
    file: 'src/server/platform/http/httpServer.ts',
    text: 'const linger = setTimeout(() => socket.destroy(), limits.lingerMs);',
    replacement: 'const linger = setTimeout(() => socket.ref(), limits.lingerMs);',
    test: 'tests/server/platform/http/connections.test.ts',
    name: 'SE7 200 %s are answered 408 and closed, though nobody reads or closes',
  },
  {
    bug: 'The browser gives an effect a new key when its answer is lost.',
    file: 'src/client/platform/api/retryKey.ts',
    text: 'if (isRefusal(error) && unanswered === attempt) unanswered = null;',
    replacement: 'if (unanswered === attempt) unanswered = null;',
    test: 'tests/client/platform/api/retryKey.test.ts',
    name: 'ID1 after status %s, which decides nothing, a retry is the same effect',
  },
];
