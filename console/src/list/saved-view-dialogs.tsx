import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { act, type Row } from '../api/client';
import { Problem } from '../api/problem';
import { refresh } from '../api/refresh';
import { useSession } from '../app/session';
import { may } from '../rules/permissions';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/notice';
import { TextField } from '../ui/text-field';

type View = Row<'listViews'>;

interface SavedViewDialogProps {
  /** `save`: keeps the present view under a name; `manage`: removes and shares kept ones. */
  dialog: 'save' | 'manage';
  page: string;
  search: string;
  views: View[];
  onClose: () => void;
}

/** The dialogs of saved views. */
export default function SavedViewDialog({ dialog, page, search, views, onClose }: SavedViewDialogProps) {
  return dialog === 'save' ? <KeepView {...{ page, search, onClose }} /> : <RemoveViews {...{ views, onClose }} />;
}

function KeepView({ page, search, onClose }: { page: string; search: string; onClose: () => void }) {
  const { permissions } = useSession();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, share] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await act('createView', { body: { page, name: name.trim(), search, isShared } });
      await refresh(queryClient, ['listViews']);
      onClose();
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
  return (
    <Dialog title="Keep this view" description="Its filters and order, under a name." onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void keep(event)}>
        <ProblemNotice problem={problem} />
        <TextField label="Name" value={name} onChange={setName} maxLength={80} required autoFocus />
        {may(permissions, 'manage-views') && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isShared}
              onChange={(event) => share(event.target.checked)}
            />
            Share it with all staff
          </label>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={name.trim() === ''}>
            Keep the view
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveViews({ views, onClose }: { views: View[]; onClose: () => void }) {
  const { view: session, permissions } = useSession();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<Problem>();
  const change = async (step: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    try {
      await step();
      await refresh(queryClient, ['listViews']);
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
  const managesViews = may(permissions, 'manage-views');
  return (
    <Dialog title="Views" onClose={onClose}>
      <div className="space-y-3">
        <ProblemNotice problem={problem} />
        <ul className="m-0 list-none space-y-2 p-0">
          {views
            .filter((view) => view.owner === session.staffID || managesViews)
            .map((view) => (
              <li key={view.id} className="flex flex-wrap items-center justify-between gap-2">
                {view.name}
                <span className="flex gap-2">
                  {managesViews && (
                    <Button
                      isSmall
                      onClick={() =>
                        void change(() =>
                          act('updateView', { path: { viewId: view.id }, body: { isShared: !view.isShared } }),
                        )
                      }
                    >
                      {view.isShared ? 'Stop sharing' : 'Share'}
                    </Button>
                  )}
                  <Button
                    isSmall
                    onClick={() => void change(() => act('removeView', { path: { viewId: view.id } }))}
                    aria-label={`Remove ${view.name}`}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
        </ul>
      </div>
    </Dialog>
  );
}
