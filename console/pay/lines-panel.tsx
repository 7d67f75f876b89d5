import { SidePanel } from '../parts/side-panel.tsx';
import { RunLines } from './run-lines.tsx';
import type { WholeRun } from './use-pay.ts';

interface LinesPanelProps {
  readonly run: WholeRun;
  readonly party: 'house' | 'held';
  readonly title: string;
  readonly onClose: () => void;
}

/** The lines of a run that no agent gets, beside the list. */
export function LinesPanel({ run, party, title, onClose }: LinesPanelProps) {
  return (
    <SidePanel title={title} isOpen onClose={onClose}>
      <RunLines runId={run.id} party={party} />
    </SidePanel>
  );
}
