import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_LOCALE, LOCALES } from '#/contract/kernel/locale.ts';
import { MAIL_KINDS } from '#/contract/mail.ts';
import { MAIL_STATES, type MailAct, type MailFilters, type MailRow } from '#/contract/operator/mails.ts';
import { changeMails } from '#/server/domain/mails/changeMails.ts';
import { matchingMails, readMails } from '#/server/domain/mails/mailList.ts';
import { muteMails } from '#/server/domain/mails/muteMails.ts';
import { queueTestMail } from '#/server/domain/mails/testMail.ts';
import { operators } from '#/server/platform/db/tables/operators/operators.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { writeAudit } from '#/server/platform/kernel/audit.ts';
import { commandWords, type OperatorDeps, runCommand, say, saysUsage } from './operator.ts';

const USAGE = `npm run mails -- list [--state failed] [--kind receipt] [--day 2026-01-15]
npm run mails -- retry | drop NO… --reason "…"
npm run mails -- retry | drop --all [--state failed] [--kind receipt] [--day 2026-01-15] --reason "…"
npm run mails -- test OPERATOR@EXAMPLE.ORG [--locale en]
npm run mails -- mute | unmute --reason "…"       (a restored copy starts muted)
States: ${MAIL_STATES.join(', ')}. The list shows the newest 100; --all changes at most 500 of the oldest.`;

/** Rows of a list. */
const LISTED = 100;

/** `npm run mails -- list | retry | drop | test | mute | unmute` (O32, O33) */
async function run(deps: OperatorDeps): Promise<void> {
  const { values, positionals } = commandWords({
    options: {
      state: { type: 'string' },
      kind: { type: 'string' },
      day: { type: 'string' },
      reason: { type: 'string' },
      locale: { type: 'string' },
      all: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [action = '', ...rest] = positionals;
  if (action === 'list') return list(deps, filtersOf(values));
  if (action === 'test' && rest[0] !== undefined) return test(deps, rest[0], values.locale);
  const isGate = action === 'mute' || action === 'unmute';
  if (!isGate && action !== 'retry' && action !== 'drop') throw new Error(USAGE);
  if (!isGate && (values.all ? rest.length > 0 : rest.length === 0)) throw new Error(USAGE);
  const reason = values.reason?.trim() ?? '';
  if (!reason) throw new Error('A --reason must be given: it stays in the audit log.');
  if (isGate) return mute(deps, action === 'mute', reason);
  const ids = values.all
    ? (await matchingMails(deps, { act: action, ...filtersOf(values) })).mails
    : rest.map(numberOf);
  await change(deps, action, ids, reason);
}

function filtersOf({
  state,
  kind,
  day,
}: Partial<Record<'state' | 'kind' | 'day', string | undefined>>): MailFilters {
  return {
    ...(state !== undefined && { state: oneOf(MAIL_STATES, state, '--state') }),
    ...(kind !== undefined && { kind: oneOf(MAIL_KINDS, kind, '--kind') }),
    ...(day !== undefined && { day: dayOf(day) }),
  };
}

const oneOf = <T extends string>(known: readonly T[], value: string, option: string): T => {
  const found = known.find((one) => one === value);
  if (!found) throw new Error(`${option} takes ${known.join(', ')}.`);
  return found;
};

function dayOf(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new Error('--day takes a day in UTC, as 2026-01-15.');
  return day;
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`${text} is not the number of a mail.`);
  return Number(text);
}

async function list(deps: OperatorDeps, filters: MailFilters): Promise<void> {
  const rows = await readMails(deps, filters, { limit: LISTED });
  for (const row of rows) say(lineOf(row));
  if (rows.length === 0) say('No mails.');
}

const lineOf = ({ id, createdAt, state, kind, to, player, order, attempts, nextAt, error }: MailRow) =>
  [
    id,
    createdAt,
    state,
    kind,
    to ?? player?.login ?? '-',
    ...(order ? [`order ${order}`] : []),
    ...(attempts > 0 ? [`attempts ${attempts}`] : []),
    ...(nextAt ? [`next ${nextAt}`] : []),
    ...(error ? [error] : []),
  ].join(' · ');

async function change(deps: OperatorDeps, act: MailAct, ids: number[], reason: string): Promise<void> {
  const changed = await withTx(deps.pool, async (tx) => {
    const mails = await changeMails(tx, deps, act, ids);
    if (mails.length > 0)
      await writeAudit(tx, deps, {
        accountId: null,
        actor: 'operator',
        event: act === 'retry' ? 'mailsRetried' : 'mailsDropped',
        detail: { mails: mails.map(({ id }) => id).join(' '), reason },
      });
    return mails;
  });
  const left = new Set(ids).size - changed.length;
  say(`${changed.length} ${act === 'retry' ? 'are sent again now' : 'are dropped'}.`);
  if (left > 0) say(`${left} stay as they are: they were sent or ended, or are being sent.`);
}

async function mute(deps: OperatorDeps, isMuted: boolean, reason: string): Promise<void> {
  const isChanged = await withTx(deps.pool, async (tx) => {
    if (!(await muteMails(tx, deps, { isMuted, operatorId: null, reason }))) return false;
    const event = isMuted ? 'mailsMuted' : 'mailsUnmuted';
    await writeAudit(tx, deps, { accountId: null, actor: 'operator', event, detail: { reason } });
    return true;
  });
  const state = isMuted ? 'No mails are sent' : 'Mails are sent';
  say(isChanged ? `${state} from now on.` : `${state} already.`);
}

async function test(deps: OperatorDeps, email: string, language: string | undefined): Promise<void> {
  const locale = language === undefined ? DEFAULT_LOCALE : oneOf(LOCALES, language, '--locale');
  const byEmail = and(eq(sql`lower(${operators.email})`, email.toLowerCase()), eq(operators.state, 'active'));
  const [operator] = await deps.db.select().from(operators).where(byEmail);
  if (!operator) throw new Error(`${email} is not the address of an active operator.`);
  const id = await withTx(deps.pool, (tx) => queueTestMail(tx, deps, operator, locale));
  say(
    `Mail ${id} waits; a running server sends it within a second. \`npm run mails -- list\` shows its state.`,
  );
}

if (!saysUsage(USAGE)) await runCommand(run);
