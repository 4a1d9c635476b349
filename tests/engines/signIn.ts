import { KEYS, type Visitor } from './visitor.ts';

/** Signs in as the demonstration's player by the form of the page `/en/auth`, which is open. */
export async function signIn(visitor: Visitor): Promise<void> {
  await visitor.click('[role=combobox]');
  await visitor.click('[role=option]', 'Everest');
  await visitor.misses('[role=option]');
  await visitor.type('input[name=loginOrEmail]', 'demo');
  await visitor.type('input[name=password]', 'demo-player-1');
  await visitor.press(KEYS.enter);
  await visitor.isAt(/^\/en\/cabinet$/);
  await visitor.isTakenOver();
}
