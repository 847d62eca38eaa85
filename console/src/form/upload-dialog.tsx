import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { newReference, referenceAfter } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice, ProblemNotice } from '../ui/notice';
import { useTell } from '../ui/notices';
import { INPUT } from './field-input';

const BYTES_MAX = 10 * 1_024 * 1_024;

/** A file as the operations take it: its content is base64url. */
export interface UploadedFile {
  fileName: string;
  content: string;
}

export interface RefusedLine {
  line: number;
  reason: string;
}

interface UploadDialogProps {
  title: string;
  /** The words of the button. */
  submit: string;
  /** File types that the browser offers. */
  accept: string;
  /** One sentence about the file. */
  help: string;
  /** The consequence of the upload. */
  notice: string;
  /** The refusal of a file above the limit, with the remedy. */
  tooLarge: string;
  /** Fields before the file, and why the upload cannot be sent yet. */
  children?: ReactNode;
  missing?: string | null;
  /** Sends the file. @returns what was done, in words */
  send: (file: UploadedFile, reference: string) => Promise<string>;
  /** The lines that a refusal names. */
  refusedLines: (data: unknown) => RefusedLine[] | undefined;
  onClose: () => void;
}

/** The dialog that sends a file of at most 10 MB, and shows the lines that the server refuses. */
export function UploadDialog(props: UploadDialogProps) {
  const { title, submit, accept, help, notice, children, onClose } = props;
  const [file, setFile] = useState<File>();
  const { send, problem, isBusy } = useSend(props);
  const id = useId();
  const missing = props.missing ?? missingOf(file, props.tooLarge);
  return (
    <Dialog title={title} place="side" onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file && !missing) void send(file);
        }}
      >
        {children}
        <div>
          <label htmlFor={`${id}-file`} className="mb-1 block font-medium">
            File
          </label>
          <input
            id={`${id}-file`}
            type="file"
            accept={accept}
            className={INPUT}
            aria-describedby={`${id}-help`}
            onChange={(event) => setFile(event.target.files?.[0])}
          />
          <p id={`${id}-help`} className="m-0 mt-1 text-sm text-muted">
            {help}
          </p>
        </div>
        <Refusal problem={problem} linesOf={props.refusedLines} />
        <Notice tone="info">{notice}</Notice>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy} reason={missing}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function missingOf(file: File | undefined, tooLarge: string): string | null {
  if (!file) return 'Choose the file.';
  return file.size > BYTES_MAX ? tooLarge : null;
}

/** Sends the file; a repetition after a broken connection carries the same reference. */
function useSend({ send: sendFile, onClose }: UploadDialogProps) {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const reference = useRef(newReference());
  const queryClient = useQueryClient();
  const tell = useTell();
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      tell(await sendFile({ fileName: file.name, content: await contentOf(file) }, reference.current));
      await refresh(queryClient);
      onClose();
    } catch (error) {
      reference.current = referenceAfter(error, reference.current);
      setProblem(error);
      setBusy(false);
    }
  };
  return { send, problem, isBusy };
}

async function contentOf(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  return address
    .slice(address.indexOf(',') + 1)
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** A refusal with the lines of the file that caused it. */
function Refusal({ problem, linesOf }: { problem: unknown; linesOf: UploadDialogProps['refusedLines'] }) {
  const lines = (problem instanceof Problem ? linesOf(problem.data) : undefined) ?? [];
  return (
    <>
      <ProblemNotice problem={problem} />
      {lines.length > 0 && (
        <ul className="max-h-60 overflow-y-auto pl-5" tabIndex={0} aria-label="Refused lines">
          {lines.map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>{line === 0 ? reason : `Line ${line}: ${reason}`}</li>
          ))}
        </ul>
      )}
    </>
  );
}
