import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { OperationId } from '../api/client';
import { useShortcuts } from '../app/use-shortcuts';
import { Button } from '../ui/button';

// The dialog brings a library of its own, which is loaded with the first decision.
const DecisionDialog = lazy(() => import('./decision-dialog'));

/** One way to decide a case. */
export interface Verdict {
  operation: OperationId;
  /** On the button: `Release`, `Decline`. */
  title: string;
  /** The key that opens it. */
  key: string;
  isDanger?: boolean;
  /** The notice after the decision. */
  done: string;
  /** The consequences: what cannot be undone, and who must act then. */
  consequence: ReactNode;
  isNoteRequired: boolean;
  /** Something that the decision may do besides: a tick with its field of the body. */
  option?: { field: string; label: string };
}

export interface DecisionPanelProps {
  /** One sentence: what, how much, whose. */
  subject: ReactNode;
  path: Record<string, string | number>;
  verdicts: readonly Verdict[];
  /** Why the reader may not decide; null when they may. */
  cannotBecause: string | null;
  /** Texts that can be taken over as a note. */
  noteTemplates?: readonly string[];
  onDecided: () => void;
}

/** The decision on a case: its buttons, and the dialog that says everything once more before it is final. */
export function DecisionPanel({
  subject,
  path,
  verdicts,
  cannotBecause,
  noteTemplates,
  onDecided,
}: DecisionPanelProps) {
  const [chosen, setChosen] = useState<Verdict>();
  const shortcuts =
    cannotBecause === null
      ? Object.fromEntries(verdicts.map((verdict) => [verdict.key, () => setChosen(verdict)]))
      : {};
  useShortcuts(shortcuts);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        {verdicts.map((verdict) => (
          <Button
            key={verdict.operation}
            look={verdict.isDanger ? 'danger' : 'primary'}
            reason={cannotBecause}
            onClick={() => setChosen(verdict)}
          >
            {verdict.title}
            <kbd className="rounded bg-black/15 px-1 font-sans text-sm uppercase">{verdict.key}</kbd>
          </Button>
        ))}
      </div>
      {cannotBecause && <p className="m-0 text-muted">{cannotBecause}</p>}
      {chosen && (
        <Suspense>
          <DecisionDialog
            {...{ subject, path, verdict: chosen, noteTemplates, onDecided }}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
