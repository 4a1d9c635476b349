import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '#/server/platform/kernel/deps.ts';
import { withTx } from '#/server/platform/db/tx.ts';
import { endInstance, hearInstance } from '#/server/domain/gameServers/instances.ts';
import { forgetPlayers } from '#/server/domain/deliveries/presence.ts';
import { createHeldPolls } from './heldPolls.ts';
import { hello } from './hello.ts';
import { linkPlayer } from './linkPlayer.ts';
import { player, take, waiting } from './playerCalls.ts';
import { pull } from './pull.ts';
import { purchase } from './purchase.ts';
import { recordResults } from './recordResults.ts';
import { takeRoster } from './roster.ts';
import { signedCalls } from './signedCall.ts';

/** Serves the protocol of game servers (src/games/PROTOCOL.md). */
export async function gameRoutes(app: FastifyInstance, deps: Deps, register: Registry): Promise<void> {
  const heldPolls = createHeldPolls(deps);
  void new Gauge({
    name: 'game_polls_held',
    help: 'Polls of game servers that this process holds',
    registers: [register],
    collect() {
      this.set(heldPolls.count());
    },
  });
  app.addHook('preClose', async () => heldPolls.close());
  await signedCalls(app, deps, (serve) => {
    serve('hello', 'deliver', (body, speaker) => hello(deps, speaker, body));
    serve('pull', 'deliver', (body, speaker, key, hold) =>
      pull(deps, heldPolls, { body, speaker, key, hold }),
    );
    serve('report', 'deliver', async (body, speaker) => {
      const instance = await hearInstance(deps, speaker, body);
      return { results: await recordResults(deps, instance, body.results) };
    });
    serve('roster', 'players', (body, speaker) => takeRoster(deps, speaker, body));
    serve('links', 'link', async (body, speaker) =>
      linkPlayer(deps, await hearInstance(deps, speaker, body), body),
    );
    serve('waiting', 'deliver', async (body, speaker) =>
      waiting(deps, await hearInstance(deps, speaker, body), body),
    );
    serve('take', 'deliver', async (body, speaker) =>
      take(deps, await hearInstance(deps, speaker, body), body),
    );
    serve('player', 'deliver', async (body, speaker) =>
      player(deps, await hearInstance(deps, speaker, body), body),
    );
    serve('purchases', 'purchase', async (body, speaker) =>
      purchase(deps, await hearInstance(deps, speaker, body), body),
    );
    serve('bye', 'deliver', async (body, speaker) => {
      await hearInstance(deps, speaker, body);
      await withTx(deps.pool, async (tx) => {
        await forgetPlayers(tx, deps, speaker.serverKey);
        await endInstance(tx, deps, speaker.serverKey);
      });
      return {};
    });
  });
}
