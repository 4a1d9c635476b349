import { memo } from 'react';
import type { Dashboard } from '#/contract/operator/figures/dashboard.ts';
import styles from './Charts.module.css';
import { CoinsChart } from './CoinsChart.tsx';
import { FunnelChart } from './FunnelChart.tsx';
import { HandingOverChart } from './HandingOverChart.tsx';
import { MoneyChart } from './MoneyChart.tsx';
import { OnlineChart } from './OnlineChart.tsx';
import { OpeningsChart } from './OpeningsChart.tsx';
import { Patterns } from './Patterns.tsx';

function AllCharts({ data }: { data: Dashboard }) {
  return (
    <>
      <Patterns />
      <div className={styles.charts}>
        <MoneyChart data={data} />
        <FunnelChart data={data} />
        <OpeningsChart data={data} />
        <CoinsChart data={data} />
        <HandingOverChart data={data} />
        <OnlineChart data={data} />
      </div>
    </>
  );
}

/** All charts of a range. They rerender only when the data change. */
export const Charts = memo(AllCharts);
