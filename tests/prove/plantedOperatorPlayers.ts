import type { PlantedBug } from './plantedBug.ts';

/** Bugs in what operators do with players. */
export const OPERATOR_PLAYER_BUGS: readonly PlantedBug[] = [
  {
    bug: 'A block goes on after its end.',
    file: 'src/server/domain/accounts/access/blocks.ts',
    text: 'or(isNull(accountBlocks.endsAt), gt(accountBlocks.endsAt, at)));',
    replacement: 'or(isNull(accountBlocks.endsAt), gt(accountBlocks.endsAt, accountBlocks.startsAt)));',
    test: 'tests/server/areas/operator/players/blocks.test.ts',
    name: 'stops exactly that, and ends by the clock',
  },
  {
    bug: 'What is bought in the game is handed out although deliveries are blocked.',
    file: 'src/server/domain/deliveries/leaseStatements.ts',
    text: "AND state = 'waiting' AND ${IS_LIVE} AND ${IS_HANDED_OUT}",
    replacement: "AND state = 'waiting' AND ${IS_LIVE}",
    test: 'tests/server/areas/operator/players/blockEffects.test.ts',
    name: 'of deliveries hands out nothing, also of what is bought in the game, until it is lifted',
  },
  {
    bug: "An operator lifts a player's own block.",
    file: 'src/server/areas/operator/players/blockActs.ts',
    text: "if (block.source === 'player') fail('blockOfPlayer');",
    replacement: '',
    test: 'tests/server/areas/operator/players/blockActs.test.ts',
    name: 'O14 no operator lifts a block that a player set themself before its end',
  },
];
