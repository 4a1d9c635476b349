import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Citizen, type GamePlayer } from '../../games/fivem/citizen.ts';
import { sendHttp } from '../../games/fivem/sendHttp.ts';
import { World } from '../../games/fivem/world.ts';
import { type FivemBridge, type GameCommand, SPEED } from './kinds.ts';
import { CHARACTERS, CONFIGURE, FIVEM_PLAYERS, playerKeyOf, STANDALONE, tablesOf } from './worlds.ts';

/*
 * A game server with the FiveM adapter in a process of its own, as the proof of deliveries runs it. Players come and
 * go by command, and at a given step it kills itself with SIGKILL.
 */

const { SITE_URL, GAME_KEY, GAME_SECRET, FOLDER, BRIDGE, CLOCK_OFF_S, KILL_AT } = process.env;
const FRAME_MS = 8;
const bridge = BRIDGE as FivemBridge;

let lastStep = KILL_AT;
let isDatabaseFailing = false;
/** Requests that wait for their answer. */
let inFlight = 0;
const players: Record<number, GamePlayer> = {};
const numberOf = (player: string) => Number(player.slice(player.lastIndexOf('p') + 1));

/** A database that breaks down once, after it has done the next change. */
class FailingWorld extends World {
  override run(statements: Parameters<World['run']>[0]): ReturnType<World['run']> {
    const done = super.run(statements);
    if (!isDatabaseFailing || typeof done !== 'number') return done;
    isDatabaseFailing = false;
    process.send?.({ hasFailed: true });
    throw new Error('the database of the game is gone');
  }
}

const game = await Citizen.start({
  kvpFile: join(FOLDER!, 'kvp'),
  convars: { onerp_url: SITE_URL!, onerp_key: GAME_KEY!, onerp_secret: GAME_SECRET! },
  http: (call) => {
    inFlight++;
    const answer = (status: number, body: string) => {
      inFlight--;
      call.answer(status, body);
    };
    sendHttp({ ...call, answer });
  },
  world: new FailingWorld(join(FOLDER!, 'world.json'), tablesOf(bridge)),
  players,
  clockOffS: Number(CLOCK_OFF_S),
  configure: CONFIGURE[bridge],
  log: (line) => {
    // a player who uses an empty slot does not concern the adapter
    if (!line.includes('/fake.lua')) process.send?.({ line });
  },
  isLastStep: (step) => {
    if (step === lastStep) process.kill(process.pid, 'SIGKILL');
    return false;
  },
  ...(bridge !== 'standalone' && { framework: bridge }),
});
if (bridge === 'standalone') game.run('things', 'server.lua', STANDALONE);

function come(number: number): void {
  if (players[number]) return;
  players[number] = { name: `Player ${number}`, identifiers: [playerKeyOf(number)] };
  if (bridge === 'standalone') game.trigger('playerJoining', number);
  else game.trigger('load', number, CHARACTERS[bridge](number));
}

function go(number: number): void {
  if (!players[number]) return;
  if (bridge !== 'standalone') game.trigger('unload', number);
  game.trigger('playerDropped', number);
  delete players[number];
}

process.on('message', (command: GameCommand) => {
  switch (command.do) {
    case 'join':
      return come(numberOf(command.player));
    case 'leave':
      return go(numberOf(command.player));
    case 'link':
      return game.command(numberOf(command.player), 'onerp', command.code);
    case 'buy': {
      const wanted = `{ goods = ${command.goods}, count = 1, coins = ${command.coins} }`;
      return game.run('shop', 'server.lua', `exports.onerp:buy(${numberOf(command.player)}, ${wanted})`);
    }
    case 'kill':
      lastStep = command.step;
      return undefined;
    case 'failDatabase':
      isDatabaseFailing = true;
      return undefined;
    case 'save':
      if (bridge === 'standalone') return undefined;
      for (const number of Object.keys(players).map(Number)) {
        // a player may use any slot that holds the parcel, and the save follows some time later
        game.trigger('use', number, 1 + (Math.floor(game.nowMs) % FIVEM_PLAYERS));
        game.trigger('save', number);
      }
      return undefined;
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ isReady: true });

let lastAt = performance.now();
for (;;) {
  const now = performance.now();
  // no back-off takes real time, and no held poll is cut off early
  game.nowMs += (now - lastAt) * (inFlight > 0 ? 1 : SPEED);
  lastAt = now;
  game.tick();
  await sleep(FRAME_MS);
}
