'use strict';

const { startGame } = require('./game');

/**
 * Runs simulated games in a process of its own. The site that started the process sends commands and receives their
 * state. The games stop when the site is gone.
 */
const games = new Map();
let isTelling = false;

function tell() {
  if (isTelling || !process.connected) return;
  isTelling = true;
  setImmediate(() => {
    isTelling = false;
    if (process.connected) process.send({ games: Array.from(games.values(), (game) => game.look()) });
  });
}

const COMMANDS = {
  start: (options) => games.set(options.server, startGame(Object.assign({ changed: tell }, options))),
  join: ({ server, login }) => games.get(server)?.join(login),
  leave: ({ server, login }) => games.get(server)?.leave(login),
  link: ({ server, login, code }) => games.get(server)?.link(login, code),
  behave: ({ server, mood }) => games.get(server)?.behave(mood),
  stop: async () => {
    await Promise.all(Array.from(games.values(), (game) => game.stop()));
    process.exit(0);
  },
};

async function obey(message) {
  try {
    await COMMANDS[message.command](message);
  } catch (error) {
    process.stderr.write(`simulated game: ${error.message}\n`);
  }
  tell();
}

process.on('message', (message) => void obey(message));
process.on('disconnect', () => process.exit(0));
// only the site stops the games, so that they can say bye
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
