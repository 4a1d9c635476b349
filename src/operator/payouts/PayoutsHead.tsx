import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../parts/PageHead.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { formatCounted } from '../platform/formatCounted.ts';

const PARTS = { all: '/payouts', open: '/payouts?mark=open', missing: '/payouts/missing' } as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

interface PayoutsHeadProps {
  part: Part;
  /** Number of payouts that need a look. Undefined while it is not known. */
  open?: number | undefined;
  children: ReactNode;
}

/** The head of the payouts' pages, with their parts. */
export function PayoutsHead({ part, open = 0, children }: PayoutsHeadProps) {
  const { t } = useTranslation('operatorPayouts');
  return (
    <>
      <PageHead title={t('title')} lead={t(part === 'missing' ? 'missing.lead' : 'lead')}>
        {children}
      </PageHead>
      <Tabs
        label={t('parts.label')}
        tabs={PART_NAMES.map((name) => ({
          to: PARTS[name],
          label:
            name === 'open' && open > 0 ? `${t('parts.open')} · ${formatCounted(open)}` : t(`parts.${name}`),
          isShown: name === part,
        }))}
      />
    </>
  );
}
