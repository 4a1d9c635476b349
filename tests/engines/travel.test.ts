import { expect, test } from '@playwright/test';
import { type Noting, noteTravels } from '../support/tools/noteTravels.ts';
import { engines } from './engines.ts';
import type { Session } from './session.ts';
import { signIn } from './signIn.ts';
import { Visitor } from './visitor.ts';

/** How often the case is visited and left. */
const VISITS = 3;

const travelsOf = (session: Session) => session.run(() => (window as Noting).travels);

/** Makes the page one in an engine that cannot move pictures. Runs in the page. */
function forgetTravels(): void {
  Reflect.deleteProperty(Document.prototype, 'startViewTransition');
}

async function openInventory(visitor: Visitor): Promise<void> {
  // an address that differs only by its hash would load nothing
  await visitor.goTo('/en');
  await visitor.goTo('/en/cabinet#inventory');
}

/** Goes to the first case and back. A page that is frozen takes none of these clicks. */
async function visitCase(visitor: Visitor): Promise<void> {
  await visitor.click('main li a[href*="/cabinet/case/"]');
  await visitor.isAt(/\/cabinet\/case\/\d+$/);
  await visitor.sees('[data-phase=initial]');
  await visitor.session.run(() => history.back());
  await visitor.isAt(/\/cabinet#inventory$/);
  await visitor.sees('main li a[href*="/cabinet/case/"]');
}

test('C18 the picture of a case travels there and back, and an engine that cannot move it just navigates', async ({
  baseURL,
}, { project }) => {
  const engine = engines.find(({ name }) => name === project.name);
  if (!engine) throw new Error(`${project.name} is not on this machine`);
  const session = await engine.start({ hasMotion: true });
  try {
    const visitor = new Visitor(session, String(baseURL));
    await session.resize(1440, 900);
    await visitor.goTo('/en/auth');
    await signIn(visitor);

    await openInventory(visitor);
    const canTravel = await session.run(noteTravels);
    for (let visit = 0; visit < VISITS; visit++) await visitCase(visitor);
    if (canTravel) {
      const picture = [expect.stringMatching(/^::view-transition-group\(case-\d+\)$/)];
      await expect.poll(() => travelsOf(session)).toEqual(Array.from({ length: 2 * VISITS }, () => picture));
    }

    await openInventory(visitor);
    await session.run(forgetTravels);
    for (let visit = 0; visit < VISITS; visit++) await visitCase(visitor);
    expect(session.faults()).toEqual([]);
  } finally {
    await session.close();
  }
});
