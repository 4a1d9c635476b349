'use strict';

const http = require('http');
const https = require('https');
const { URL } = require('url');
const { signRequest, isSigned, randomId } = require('./sign');

/** A poll is held for 25 s; an answer that takes longer than this is lost. */
const WATCHDOG_MS = 45000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** A refusal of the site. `code` is one of PROTOCOL.md, `field` the one of the body that the site does not take. */
class Refusal extends Error {
  constructor({ code, retryAfterS, field }) {
    super(`the site refused: ${code}${field ? ` of ${field}` : ''}`);
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/**
 * Exchanges messages with the site. Every request is signed and numbered. An answer without a valid signature is
 * ignored.
 * @param options.head returns the number of entries that the ledger ever had
 */
function createWire({ url, key, secret, head }) {
  const instance = randomId();
  const base = new URL(url);
  const agent = new (base.protocol === 'https:' ? https : http).Agent({ keepAlive: true });
  let seq = 0;
  /** Milliseconds by which the site's clock is ahead of this machine's. */
  let offsetMs = 0;

  /** @throws Refusal, or Error if there was no answer */
  async function call(name, fields) {
    seq += 1;
    const own = seq;
    const path = `/api/game/v1/${name}`;
    const text = JSON.stringify(
      Object.assign({ v: 1, instance, seq: own, at: Date.now() + offsetMs, head: head() }, fields),
    );
    const { status, body } = await send(path, text);
    const answer = parse(body);
    if (!isSigned(secret, instance, own, answer)) {
      // an attacker on the line can send this too, so it only means that the site was not reached
      if (status === 403) throw new Refusal({ code: 'gameKeyInvalid', retryAfterS: 300 });
      throw new Error(`the answer to ${name} is not signed by the site (status ${status})`);
    }
    const content = JSON.parse(answer.body);
    if (!content.error) return content;
    if (content.error.code === 'clockSkew') offsetMs = content.now - Date.now();
    throw new Refusal(content.error);
  }

  function send(path, text) {
    return new Promise((resolve, reject) => {
      const request = (base.protocol === 'https:' ? https : http).request(
        new URL(path, base),
        {
          method: 'POST',
          agent,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
            'OneRP-Key': key,
            'OneRP-Sign': signRequest(secret, path, text),
          },
        },
        (response) => {
          const chunks = [];
          let size = 0;
          response.on('data', (chunk) => {
            size += chunk.length;
            if (size > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too large'));
            else chunks.push(chunk);
          });
          response.on('end', () =>
            finish(resolve, { status: response.statusCode, body: Buffer.concat(chunks).toString('utf8') }),
          );
          response.on('error', (error) => finish(reject, error));
          response.on('aborted', () => finish(reject, new Error('the answer was cut off')));
        },
      );
      const watchdog = setTimeout(() => request.destroy(new Error('no answer in 45 s')), WATCHDOG_MS);
      const finish = (settle, value) => {
        clearTimeout(watchdog);
        settle(value);
      };
      request.on('error', (error) => finish(reject, error));
      request.end(text);
    });
  }

  return { call, instance, close: () => agent.destroy() };
}

/** Returns the parsed answer; an empty object when it is not JSON. A held poll sends spaces before it. */
function parse(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

module.exports = { createWire, Refusal };
