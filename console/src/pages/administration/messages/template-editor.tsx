import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { act, newReference, permissionOf } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { refresh } from '../../../api/refresh';
import { useSession } from '../../../app/session';
import { action, versionOf } from '../../../form/action';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import { useLeaveGuard } from '../../../form/leave-guard';
import { may } from '../../../rules/permissions';
import { actor } from '../../../rules/words';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { useTell } from '../../../ui/notices';
import { TextField } from '../../../ui/text-field';
import { When } from '../../../ui/when';
import { channelText, eventText } from './message-words';
import { TemplatePreview } from './template-preview';
import { Variables } from './template-variables';
import type { Template } from './templates-page';

const RESET = [
  action<Template>()({
    operation: 'resetNotificationTemplate',
    title: 'Restore the standard wording',
    isDanger: true,
    path: ({ event, channel }) => ({ event, channel }),
    consequence: () => 'Your own wording is deleted. The next message is sent with the standard wording.',
    reason: ({ isDefault }) => (isDefault ? 'It has the standard wording.' : null),
    done: 'The standard wording has been restored.',
  }),
];

/** The typed texts of a wording. */
export interface Wording {
  subject: string;
  body: string;
  isHtml: boolean;
  active: boolean;
}

function wordingOf({ subject, body, isHtml, active }: Template): Wording {
  return { subject: subject ?? '', body, isHtml, active };
}

/** The editor of one wording, with what a customer would read beside it. */
export function TemplateEditor({ template }: { template: Template }) {
  const [wording, setWording] = useState(() => wordingOf(template));
  const [seen, setSeen] = useState(template);
  // After a reset or a change by a colleague, the editor shows what is stored now.
  if (seen !== template) {
    setSeen(template);
    setWording(wordingOf(template));
  }
  const isChanged = JSON.stringify(wording) !== JSON.stringify(wordingOf(template));
  useLeaveGuard(isChanged);
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
      <Card
        title={`${eventText(template.event)}, ${channelText(template.channel)}`}
        actions={<ActionMenu actions={RESET} record={template} />}
      >
        <EditorForm {...{ template, wording, isChanged }} onChange={setWording} />
      </Card>
      <TemplatePreview template={template} wording={wording} />
      <ActionHost actions={RESET} recordOf={() => template} />
    </div>
  );
}

interface EditorFormProps {
  template: Template;
  wording: Wording;
  isChanged: boolean;
  onChange: (wording: Wording) => void;
}

function EditorForm({ template, wording, isChanged, onChange }: EditorFormProps) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const { permissions } = useSession();
  const mayChange = may(permissions, permissionOf('setNotificationTemplate'));
  const { save, problem, isBusy } = useSave(template, wording);
  const isMail = template.channel === 'email';
  const insert = (variable: string): void => {
    const at = text.current?.selectionStart ?? wording.body.length;
    onChange({ ...wording, body: `${wording.body.slice(0, at)}{{${variable}}}${wording.body.slice(at)}` });
    text.current?.focus();
  };
  return (
    <form className="space-y-4" onSubmit={save}>
      <ProblemNotice problem={problem} />
      {isMail && (
        <TextField
          label="Subject"
          maxLength={250}
          value={wording.subject}
          onChange={(subject) => onChange({ ...wording, subject })}
        />
      )}
      <div>
        <label htmlFor={id} className="mb-1 block font-medium">
          Text
        </label>
        <textarea
          id={id}
          ref={text}
          rows={isMail ? 14 : 6}
          maxLength={20_000}
          required
          value={wording.body}
          onChange={(event) => onChange({ ...wording, body: event.target.value })}
          className="w-full rounded-md border border-line-strong bg-card px-2.5 py-1.5 text-text"
        />
      </div>
      <Variables names={template.variables} onChoose={insert} />
      {isMail && (
        <Tick label="The text is HTML" isOn={wording.isHtml} onChange={(isHtml) => onChange({ ...wording, isHtml })} />
      )}
      <Tick label="Send this message" isOn={wording.active} onChange={(active) => onChange({ ...wording, active })} />
      {!wording.active && <Notice tone="warn">Customers are told nothing of this event on this channel.</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm text-muted">
          {template.updatedAt && (
            <>
              Changed <When at={template.updatedAt} /> by {actor(template.updatedBy)}
            </>
          )}
        </span>
        <span className="flex gap-2">
          <Button disabled={!isChanged} onClick={() => onChange(wordingOf(template))}>
            Undo
          </Button>
          <Button
            type="submit"
            look="primary"
            isBusy={isBusy}
            disabled={!isChanged}
            reason={mayChange ? null : 'You may read the wording, but not change it.'}
          >
            Use this wording
          </Button>
        </span>
      </div>
    </form>
  );
}

function Tick({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

/** Stores the wording; the next message is sent with it. */
function useSave(template: Template, { subject, ...wording }: Wording) {
  const { event, channel } = template;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const queryClient = useQueryClient();
  const tell = useTell();
  const store = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const isMail = channel === 'email';
    const body = isMail ? { ...wording, subject } : { body: wording.body, active: wording.active };
    try {
      await act('setNotificationTemplate', {
        path: { event, channel },
        body,
        version: versionOf(template),
        reference: newReference(),
      });
      tell('The wording has been changed. The next message is sent with it.');
      await refresh(queryClient);
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', String(error)));
    }
    setBusy(false);
  };
  const save = (submit: FormEvent): void => {
    submit.preventDefault();
    void store();
  };
  return { save, problem, isBusy };
}
