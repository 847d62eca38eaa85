import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { actOnce, isInDoubt } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import { save } from '../list/download-buttons';
import { Dialog } from '../ui/dialog';
import { useTell } from '../ui/notices';
import type { Action, ShownSecret } from './action';
import { ActionForm } from './action-form';
import { Confirmation } from './confirmation';
import { type Fields, loadForms } from './fields';
import { SecretDialog } from './secret-dialog';

interface ActionDialogProps {
  action: Action<never>;
  record: unknown;
  onClose: () => void;
  /** Called when the server has accepted the action, before the dialog closes. */
  onDone?: () => void;
}

/**
 * The dialog of an action: a drawer with its form, or a question where nothing has to be entered. It stays open until
 * the server has answered. A repetition after a broken connection counts once, also from a dialog that is opened anew.
 */
export default function ActionDialog({ action: typed, record: shown, onClose, onDone }: ActionDialogProps) {
  const action = typed as unknown as Action;
  // As it was when the dialog opened: a later version has values that its reader has not seen, and would overwrite.
  const [record] = useState(shown);
  const { data: fields } = useQuery({ queryKey: ['forms'], queryFn: loadForms, staleTime: Infinity });
  const [problem, setProblem] = useState<Problem>();
  const [secret, setSecret] = useState<ShownSecret>();
  const [isBusy, setBusy] = useState(false);
  const [isDoubtful, setDoubtful] = useState(false);
  const isSent = useRef(false);
  const queryClient = useQueryClient();
  const finish = useFinish(action, onClose, setSecret);

  const submit = async (values: Record<string, unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const request = requestOf(action, record, values, fields?.[action.operation] !== undefined);
    try {
      const outcome = await actOnce(action.operation, request);
      isSent.current = true;
      onDone?.();
      await finish(outcome);
    } catch (error) {
      const known = error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', String(error));
      setProblem(known);
      setDoubtful(isInDoubt(action.operation, request));
      // The page behind the dialog shows what a colleague has changed meanwhile.
      if (known.status === 409) void refresh(queryClient);
    } finally {
      setBusy(false);
    }
  };

  if (secret) return <SecretDialog secret={secret} onClose={onClose} />;
  if (!fields) return null;
  const inputs = action.form?.(record) ?? fieldsOf(action, fields[action.operation] ?? {}, record);
  const consequence = action.consequence?.(record);
  if (Object.keys(inputs).length === 0)
    return (
      <Dialog title={action.title} onClose={onClose}>
        <Confirmation
          {...{ action, consequence, problem, isBusy, isDoubtful }}
          onCancel={onClose}
          onConfirm={() => void submit({})}
        />
      </Dialog>
    );
  return (
    <Dialog title={action.title} place="side" onClose={onClose}>
      <ActionForm
        {...{ action, record, fields: inputs, consequence, problem, isBusy, isDoubtful }}
        isSent={() => isSent.current}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** The request of an action with the values of its form. */
function requestOf(action: Action, record: unknown, values: Record<string, unknown>, takesBody: boolean) {
  const entered = action.body?.(values, record) ?? values;
  const body = { ...entered, ...clearedOf(action, record, values), ...action.fixed?.(record) };
  const hasBody = takesBody || Object.keys(body).length > 0;
  return {
    path: action.path?.(record, values) as never,
    body: (hasBody ? body : undefined) as never,
    version: action.version?.(record),
  };
}

/** The fields that were emptied and are to be cleared. */
function clearedOf(action: Action, record: unknown, values: Record<string, unknown>): Record<string, unknown> {
  const before = action.initial?.(record) ?? {};
  const emptied = (action.clears ?? []).filter((name) => values[name] === undefined && (before[name] ?? null) !== null);
  return Object.fromEntries(emptied.map((name) => [name, Array.isArray(before[name]) ? [] : null]));
}

function fieldsOf(action: Action, body: Fields, record: unknown): Fields {
  const fixed = new Set(Object.keys(action.fixed?.(record) ?? {}));
  const names = action.fields ?? Object.keys(body).filter((name) => !fixed.has(name));
  return Object.fromEntries(names.filter((name) => body[name]).map((name) => [name, body[name]!]));
}

/** Says what has been done, reads everything on the page anew, and goes where the action leads. */
function useFinish(action: Action, onClose: () => void, showSecret: (secret: ShownSecret) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const tell = useTell();
  return async ({ data, isWaiting }: { data: unknown; isWaiting: boolean }): Promise<void> => {
    await refresh(queryClient);
    if (isWaiting) tell('Sent for approval. Nothing changes before a colleague approves it.', 'info');
    else tell(action.done);
    const file = isWaiting ? undefined : action.file?.(data as never);
    if (file) save(file);
    const secret = isWaiting ? undefined : action.secret?.(data as never);
    if (secret) return showSecret(secret);
    onClose();
    const opens = isWaiting ? undefined : action.opens?.(data as never);
    if (opens) await navigate({ to: opens });
  };
}
