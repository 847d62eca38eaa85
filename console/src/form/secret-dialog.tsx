import { useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import type { ShownSecret } from './action';

const KEEP = 'This is shown once. Copy it now and keep it where only its owner can read it.';

/** A secret that is shown once. It is kept nowhere: closing the dialog is the end of it. */
export function SecretDialog({ secret, onClose }: { secret: ShownSecret; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog title={secret.label} onClose={onClose}>
      <div className="space-y-4">
        <Notice tone="warn">{secret.note ?? KEEP}</Notice>
        <code className="block rounded-md bg-sunken p-3 font-mono break-all whitespace-pre-line select-all">
          {secret.value}
        </code>
        <div className="flex justify-end gap-2">
          <Button onClick={() => void navigator.clipboard.writeText(secret.value).then(() => setCopied(true))}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button look="primary" onClick={onClose}>
            {secret.note ? 'Close' : 'I have kept it'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
