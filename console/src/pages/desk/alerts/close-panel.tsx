import { useState } from 'react';
import { useMay } from '../../../app/session';
import { ActionDialog } from '../../../form/action-host';
import { plural } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { CLOSE_ALERTS } from './alert-actions';
import type { Alert } from './alert-words';

/** Closes the selected alerts together. */
export function ClosePanel({ alerts, onDone }: { alerts: readonly Alert[]; onDone: () => void }) {
  const may = useMay();
  const [isAsking, ask] = useState(false);
  const reason = may('closeAmlAlerts') ? CLOSE_ALERTS.reason!(alerts) : 'You may see alerts, but not close them.';
  return (
    <div className="space-y-1 border-b border-line bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto text-sm">{plural(alerts.length, 'alert')}</span>
        <Button isSmall onClick={onDone}>
          Clear
        </Button>
        <Button isSmall look="primary" reason={reason} onClick={() => ask(true)}>
          Close together
        </Button>
      </div>
      {reason && <p className="m-0 text-sm text-muted">{reason}</p>}
      {isAsking && <ActionDialog action={CLOSE_ALERTS} record={alerts} onDone={onDone} onClose={() => ask(false)} />}
    </div>
  );
}
