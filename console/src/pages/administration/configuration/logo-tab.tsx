import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useId, useState } from 'react';
import { act, newReference, permissionOf } from '../../../api/client';
import { refresh } from '../../../api/refresh';
import { useSession } from '../../../app/session';
import { action } from '../../../form/action';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { may } from '../../../rules/permissions';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { useTell } from '../../../ui/notices';

const REMOVE = [
  action<null>()({
    operation: 'removeLetterheadLogo',
    title: 'Remove the logo',
    isDanger: true,
    consequence: () =>
      'Statements, receipts and letters are printed without a logo from now on. Those that exist keep it.',
    done: 'The logo has been removed.',
  }),
];
const MAX_BYTES = 200_000;

/** The logo at the right of the letterhead. */
export function LogoTab() {
  const { permissions } = useSession();
  return (
    <Card title="Logo of the letterhead" actions={<ActionMenu actions={REMOVE} record={null} />}>
      <p className="mt-0 mb-4 max-w-3xl">
        It stands at the right of the letterhead of statements, receipts and letters. The lines beside it are settings
        whose names begin with “Letterhead”.
      </p>
      {may(permissions, permissionOf('setLetterheadLogo')) ? (
        <Upload />
      ) : (
        <Notice>You may see the configuration, but not change the logo.</Notice>
      )}
      <ActionHost actions={REMOVE} recordOf={() => null} />
    </Card>
  );
}

function Upload() {
  const id = useId();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const picture = usePicture(file);
  const tell = useTell();
  const queryClient = useQueryClient();
  const isTooLarge = (file?.size ?? 0) > MAX_BYTES;

  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    setProblem(undefined);
    setFile(event.target.files?.[0]);
  };
  const upload = async (): Promise<void> => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const content = base64Url(new Uint8Array(await file.arrayBuffer()));
      await act('setLetterheadLogo', { body: { content, fileName: file.name }, reference: newReference() });
      tell('The logo has been set.');
      await refresh(queryClient);
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };

  return (
    <div className="space-y-3">
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          New logo
        </label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          onChange={choose}
          aria-describedby={`${id}-help`}
          className="max-w-full file:mr-3 file:min-h-9 file:rounded-md file:border file:border-line-strong file:bg-card file:px-3 file:font-medium file:text-text"
        />
        <p id={`${id}-help`} className="m-0 mt-1 text-sm text-muted">
          PNG of 8 bits without interlacing, or JPEG in grey or RGB; at most 200,000 bytes and 1,200 pixels on each
          side.
        </p>
      </div>
      {picture && (
        <figure className="mx-0 mt-0">
          <img
            src={picture}
            alt="The chosen logo"
            className="max-h-40 max-w-full rounded border border-line bg-white p-2"
          />
          <figcaption className="mt-1 text-sm text-muted">As it is printed, on white.</figcaption>
        </figure>
      )}
      {isTooLarge && <Notice tone="danger">The file is larger than 200,000 bytes.</Notice>}
      <ProblemNotice problem={problem} />
      <Button look="primary" isBusy={isBusy} disabled={!file || isTooLarge} onClick={() => void upload()}>
        Set the logo
      </Button>
      <p className="m-0 text-sm text-muted">
        The logo before is kept as a deleted document. Documents that exist are not changed.
      </p>
    </div>
  );
}

/** The address of a chosen picture, for as long as it is shown. */
function usePicture(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function base64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (one) => String.fromCharCode(one)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}
