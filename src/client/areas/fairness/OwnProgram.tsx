import { useTranslation } from 'react-i18next';
import { fairnessCalls } from '#/contract/calls/fairness.ts';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import styles from './OwnProgram.module.css';

/** The rule, which is the same in every language. */
const FORMULA = `commitment = hex(SHA-256(serverSeed))
epoch      = "e2-" hex(SHA-256("EPOCH2|" serverSeed)),
             20 characters of it
clientSeed = the player's; if they gave none:
             hex(SHA-256("SEED2|" epoch)),
             22 characters of it
odds       = "ODDS1\\n" caseId "\\n" revision "\\n"
             itemId ":" tickets "\\n" …
oddsHash   = hex(SHA-256(odds))
message(c) = "PF1|" epoch "|" clientSeed "|" nonce
             "|" oddsHash "|" c
digest(c)  = HMAC-SHA-256(serverSeed, message(c))
words      = digest(0), digest(1), … big-endian u32
ticket     = first word < 4294000000, mod 1000000
leaf       = SHA-256(0x00 "DRAW1|" epoch "|" nonce
             "|" clientSeed "|" oddsHash
             "|" ticket "|" itemId)
day root   = hex(SHA-256("DAY1|" day "|" draws "|"
             previousRoot "|" treeRoot))`;

const { fairEpoch, fairDraws, fairOdds, fairProof, fairDays } = fairnessCalls;
const CALLS = [
  fairEpoch.path,
  `${fairDraws.path}?epoch={id}&from={nonce}`,
  fairOdds.path,
  `${fairProof.path}?epoch={id}&nonce={nonce}`,
  fairDays.path,
];

/** Describes the rule and the public data, for people who verify with a program of their own. */
export function OwnProgram() {
  const { t } = useTranslation('fairness');
  return (
    <section aria-labelledby="own-title" className={styles.own}>
      <SectionHeading id="own-title" title={t('own.title')}>
        {t('own.text')}
      </SectionHeading>
      <pre className={styles.code}>
        <code>{FORMULA}</code>
      </pre>
      <p>{t('own.data')}</p>
      <ul className={styles.calls}>
        {CALLS.map((path) => (
          <li key={path}>
            <code>GET {path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
