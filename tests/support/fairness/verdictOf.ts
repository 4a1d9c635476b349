import type { CheckId, CheckState } from '#/client/domain/verification/checks.ts';
import type { Evidence } from '#/client/domain/verification/evidence.ts';
import { verify, type Verdict } from '#/client/domain/verification/verify.ts';

/** Runs all checks to their end. */
export function verdictOf(evidence: Evidence): Verdict {
  const steps = verify(evidence);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Result of one check. */
export function stateOf({ checks }: Verdict, id: CheckId): CheckState | undefined {
  return checks.find((check) => check.id === id)?.state;
}
