import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowStyles } from '#/server/platform/markup/markupStyles.ts';
import type { RenderedPage } from '#/contract/page.ts';
import { ReadyBytes, sendCompressed, sendReady } from './readyBytes.ts';

/** What a document is made of, besides what never changes while the process runs. */
export interface Parts {
  template: string;
  rendered: RenderedPage | undefined;
  /** Whatever else it tells, as text: the closed parts of the site, the thing that the page is about. */
  told: string;
}

/** A document as it is sent. */
export interface Filled {
  html: string;
  /** Style rules that it carries, which its content policy must allow. */
  rules: readonly string[];
}

interface Document extends Parts {
  bytes: ReadyBytes;
  /** Content policy that allows the rules that the document carries. */
  policy: string | undefined;
}

/** Documents that are the same for all visitors, or for all who are signed in. */
export interface Documents {
  /**
   * @param name of the document, unique with its language and kind of reader
   * @param fill makes it, when a part has changed
   */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    parts: Parts,
    fill: () => Filled,
  ) => Promise<FastifyReply>;
}

/** Creates the store of a process. It has as many documents as the site has pages, and cases with a page of their own. */
export function createDocuments(): Documents {
  const documents = new Map<string, Document>();
  return {
    send: (request, reply, name, parts, fill) => {
      let document = documents.get(name);
      if (!document || !isOf(document, parts)) {
        const { html, rules } = fill();
        document = { ...parts, bytes: new ReadyBytes(html, HTML_TYPE), policy: policyOf(reply, rules) };
        documents.set(name, document);
      }
      if (document.policy) void reply.header('content-security-policy', document.policy);
      // each browser asks whether its copy is still right: a sign-in brings another document
      void reply.header('cache-control', 'private, no-cache');
      return sendReady(request, reply, document.bytes, 'cookie');
    },
  };
}

const HTML_TYPE = 'text/html; charset=utf-8';

const isOf = (document: Document, { template, rendered, told }: Parts) =>
  document.template === template && document.rendered === rendered && document.told === told;

/** Sends the document of one visitor. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  void reply.header('cache-control', 'private, no-cache').type(HTML_TYPE);
  return sendCompressed(request, reply, html);
}

/** The content policy of an answer, with these rules. */
function policyOf(reply: FastifyReply, rules: readonly string[]): string | undefined {
  const policy = reply.getHeader('content-security-policy');
  return typeof policy === 'string' ? rules.reduce(allowStyles, policy) : undefined;
}
