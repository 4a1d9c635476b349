import type * as z from 'zod/mini';
import type { reviewReply, UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import type { ShownDraft } from '#/contract/operator/catalogue/revisions.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { newestRevision } from '#/server/domain/catalogue/revisions.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { createTestApp, type TestApp } from '../app/testApp.ts';
import { demoCatalogue } from '../catalogue/demoCatalogue.ts';
import { createOperator, OperatorBrowser, type TestOperator } from './operators.ts';

/** A site with the catalogue of the demonstration, whose pictures exist, and operators who edit it. */
export class DraftDesk {
  readonly site: TestApp;
  owner!: TestOperator;
  manager!: TestOperator;
  /** The revision in force at the last sign-in. */
  revision = 0;
  inForce: Catalogue = demoCatalogue;

  private constructor(site: TestApp) {
    this.site = site;
  }

  static async open(): Promise<DraftDesk> {
    const site = await createTestApp({ hasCatalogue: false });
    await importCatalogue(site.pool, demoCatalogue, { actor: 'operator' });
    return new DraftDesk(site);
  }

  /** Makes new people, with fresh codes. */
  async signIn(): Promise<void> {
    this.owner = await createOperator(this.site, 'owner');
    this.manager = await createOperator(this.site, 'manager');
    await this.look();
  }

  async look(): Promise<void> {
    const newest = await newestRevision(this.site.deps.db);
    this.revision = newest!.id;
    this.inForce = newest!.content;
  }

  /** The manager's browser, at another process. */
  through(site: TestApp): OperatorBrowser {
    const browser = new OperatorBrowser(site);
    Object.assign(browser.cookies, this.manager.browser.cookies);
    return browser;
  }

  async begin(revision = this.revision): Promise<number> {
    return (await this.manager.browser.call(operatorCalls.makeDraft, { body: { revision } })).json().id;
  }

  async read(id: number): Promise<{ draft: ShownDraft; content: Catalogue; newest: number; used: UsedIds }> {
    return (await this.manager.browser.call(operatorCalls.draft, { params: { id: String(id) } })).json();
  }

  save(id: number, version: number, content: unknown) {
    const given = { params: { id: String(id) }, body: { version, content } };
    return this.manager.browser.call(operatorCalls.saveDraft, given);
  }

  /** A new draft with a change. */
  async changed(change: (content: Catalogue) => void, revision = this.revision): Promise<number> {
    const id = await this.begin(revision);
    const content = structuredClone((await this.read(id)).content);
    change(content);
    const saved = await this.save(id, 1, content);
    if (saved.statusCode !== 200) throw new Error(saved.body);
    return id;
  }

  async review(id: number): Promise<z.output<typeof reviewReply>> {
    return (
      await this.manager.browser.call(operatorCalls.reviewDraft, { params: { id: String(id) } })
    ).json();
  }

  publish(by: TestOperator, id: number, more: object = {}, suffix?: '/preview') {
    return by.browser.call(operatorCalls.publishDraft, {
      params: { id: String(id) },
      body: { version: 2, base: this.revision, reason: 'a better price', ...more },
      suffix,
    });
  }
}
