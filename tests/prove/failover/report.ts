import type { Campaign } from './campaign.ts';

/** Waiting for a connection, and the deadline of a statement, with some room on a busy machine. */
const SLOWEST_MS = 20_000;
/** After the cluster is back, the site may need one search for the primary and one connection. */
const FIRST_PURCHASE_MS = 5000;
const ALL_PROCESSES_MS = 10_000;
const LOOKS_SERVED_PERCENT = 90;
/** The last answer before a fault may be of a version that no process has read from the replica in each language. */
const SHOWN_PERCENT = 95;

/** The bounds that a campaign does not meet, in words. */
export function brokenFailoverBounds(campaign: Campaign): string[] {
  const { phases } = campaign;
  const bounds: [string, boolean][] = [
    ['nothing that was acknowledged is lost', campaign.lost.length === 0],
    ['nothing takes place twice', campaign.doubled.length === 0],
    ['every answer is a success or "try again"', campaign.wrong.length === 0],
    ['the books balance', Object.keys(campaign.broken).length === 0],
    ['no process of the site ended', campaign.ended === 0],
    ['no effect was acknowledged while no commit was safe', phases.every(({ falseYes }) => falseYes === 0)],
    ['every answer came in time', phases.every(({ slowestMs }) => slowestMs <= SLOWEST_MS)],
    [
      'purchases go on once the cluster is back',
      phases.every(({ firstPurchaseMs }) => firstPurchaseMs <= FIRST_PURCHASE_MS),
    ],
    [
      'every process serves once the cluster is back',
      phases.every(({ allProcessesMs }) => allProcessesMs <= ALL_PROCESSES_MS),
    ],
    [
      'the site is shown while commits wait',
      phases.every(({ looksServedPercent }) => (looksServedPercent ?? 100) >= LOOKS_SERVED_PERCENT),
    ],
    [
      'what everybody sees is shown through every fault',
      phases.every(({ shownPercent }) => shownPercent >= SHOWN_PERCENT),
    ],
    ['there was load', campaign.effects > 100 && campaign.refused > 0],
  ];
  return bounds.filter(([, isMet]) => !isMet).map(([bound]) => `${campaign.way}: ${bound}`);
}

const seconds = (ms: number) => (ms === Infinity ? 'never' : `${(ms / 1000).toFixed(1)} s`);

/** The campaigns as a table for people. */
export function tableOf(campaigns: readonly Campaign[]): string {
  const head = [
    'way',
    'fault',
    'cluster back',
    'first purchase',
    'all processes',
    'slowest answer',
    '503',
    'false yes',
    'shown',
    'looks served',
  ];
  const rows = campaigns.flatMap(({ way, phases }) =>
    phases.map((phase) => [
      way,
      phase.fault,
      seconds(phase.clusterMs),
      `+ ${seconds(phase.firstPurchaseMs)}`,
      `+ ${seconds(phase.allProcessesMs)}`,
      seconds(phase.slowestMs),
      String(phase.refused),
      String(phase.falseYes),
      `${phase.shownPercent} %`,
      phase.looksServedPercent === null ? '' : `${phase.looksServedPercent} %`,
    ]),
  );
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
  const sums = campaigns.map(
    ({ way, effects, acknowledged, refused, lost, doubled, ended }) =>
      `${way}: ${effects} effects in ${acknowledged} answers, ${refused} times "try again", ${lost.length} lost, ${doubled.length} doubled, ${ended} processes ended`,
  );
  return [...lines, ...sums].join('\n');
}
