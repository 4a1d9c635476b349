import { setTimeout as sleep } from 'node:timers/promises';
import { gameOf } from './gameOf.ts';
import { sendHttp } from './sendHttp.ts';

/**
 * A game server in a process of its own: the FiveM adapter on qb-core, with real requests and real time. At the step in HANG
 * it says so and stops for ever, so that the test kills it there. What it reads is typed by the player after /onerp, and what
 * the player reads is printed after `chat:`.
 */

const { SITE_URL, GAME_KEY, GAME_SECRET, FOLDER, LOGIN, HANG, CLOCK_OFF_S, IDENTITY } = process.env;
const FRAME_MS = 10;
const say = (line: string) => process.stdout.write(`${line}\n`);

const { game } = await gameOf(
  'qb',
  FOLDER!,
  { http: sendHttp },
  {
    convars: { onerp_url: SITE_URL!, onerp_key: GAME_KEY!, onerp_secret: GAME_SECRET! },
    configure: `OneRP.config.locale = 'en'; OneRP.config.identity = '${IDENTITY}'; OneRP.config.codes = { unban = { money = 'bank', amount = 50 } }`,
    clockOffS: Number(CLOCK_OFF_S),
    isLastStep: (step) => step === HANG,
    log: say,
    chat: (line) => say(`chat: ${line}`),
  },
);
if (IDENTITY === 'login') game.run('gamemode', 'server.lua', `exports.onerp:joined(1, '${LOGIN}')`);
const startedAt = Date.now();
process.stdin.on('data', (typed: Buffer) => game.command(1, 'onerp', typed.toString('utf8')));
while (!game.isDead) {
  game.nowMs = Date.now() - startedAt;
  game.tick();
  await sleep(FRAME_MS);
}
say(`at ${HANG}`);
await sleep(3_600_000);
