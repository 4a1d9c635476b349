import { changeSecret } from './changeSecret.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';
import { sealAnew, type SealedCount } from './sealAnew.ts';

const USAGE = `npm run secret               writes everything that is sealed anew with APP_SECRET, then removes the former one
npm run secret -- --check    only counts what is sealed with which
APP_SECRET is the new secret and APP_SECRET_ALSO the former one, in every process of the site.`;

/** Time between two lines of a long column. */
const TELL_EVERY_MS = 5000;

/** `npm run secret` (N13) */
async function run(deps: OperatorDeps): Promise<void> {
  const { values } = commandWords({ options: { check: { type: 'boolean' } } });
  const isAlone = deps.secretKey.readable.length === 1;
  if (!values.check && isAlone)
    throw new Error('There is no other secret to read with: set APP_SECRET_ALSO to the former one.');
  if (values.check) {
    const counts = await sealAnew(deps, { isWriting: false }, createTeller());
    counts.forEach(tell);
    return;
  }
  const counts = await changeSecret(deps, createTeller());
  counts.forEach(tell);
  say(
    'Everything is sealed with APP_SECRET alone. Drop APP_SECRET_ALSO when short-lived codes have ended: in a day.',
  );
}

const tell = ({ table, rows, former, unreadable }: SealedCount) =>
  say(
    [
      table,
      `${rows} rows`,
      ...(former > 0 ? [`${former} with the former secret`] : []),
      ...(unreadable > 0 ? [`${unreadable} that no secret opens`] : []),
    ].join(' · '),
  );

/** Prints a line of a column every few seconds. */
function createTeller(): (count: SealedCount) => void {
  let toldAt = performance.now();
  return (count) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    tell(count);
  };
}

if (!saysUsage(USAGE)) await runCommand(run);
