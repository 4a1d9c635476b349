import type { PlantedBug } from './bug.ts';

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
    bug: 'What is bought in the game is handed over although deliveries are blocked.',
    file: 'src/server/domain/deliveries/leaseStatements.ts',
    text: "AND state = 'waiting' AND ${WHERE_LIVE} AND ${WHERE_UNBLOCKED}",
    replacement: "AND state = 'waiting' AND ${WHERE_LIVE}",
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
  {
    bug: 'A change of the e-mail by an operator is in force before the new address confirms it.',
    file: 'src/server/areas/operator/players/recoverActs.ts',
    text: '  // an unconfirmed address may belong to a stranger, who must learn nothing\n',
    replacement: "  await tx.execute(`UPDATE accounts SET email = '${email}' WHERE id = ${playerId}`);\n",
    test: 'tests/server/areas/operator/players/recoverActs.test.ts',
    name: 'O13 a change of the e-mail waits for the new address; the old one is told at once and afterwards',
  },
  {
    bug: 'The old address is not told that an operator changes the e-mail.',
    file: 'src/server/areas/operator/players/recoverActs.ts',
    text: '  if (account.isVerified)\n    await queueSecurityMail(',
    replacement: '  if (!account.isVerified)\n    await queueSecurityMail(',
    test: 'tests/server/areas/operator/players/recoverActs.test.ts',
    name: 'O13 the old address stops a change that a stranger talked an operator into',
  },
  {
    bug: 'An operator moves an account to the address of another one.',
    file: 'src/server/areas/operator/players/recoverActs.ts',
    text: '  await refuseTakenAddress(tx, deps, account, email);\n',
    replacement: '',
    test: 'tests/server/areas/operator/players/recoverActs.test.ts',
    name: 'O13 an address of somebody else, a former one, or the same one is refused at its field',
  },
];
