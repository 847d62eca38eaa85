import { type ComponentType, useEffect, useState } from 'react';
import { ProblemNotice } from './notice';

/**
 * A component in a file of its own, which is loaded when it is first shown. It is drawn as soon as it is there: React
 * holds back for 300 ms what its own `lazy` has loaded. Nothing is shown meanwhile, or `meanwhile`. Where the file does
 * not come, a message says so and offers to try again; the page below it, with what was typed, stays.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props) {
    const [part, setPart] = useState<{ Part?: ComponentType<Props>; hasFailed?: boolean }>({ Part: loaded });
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (part.Part) return;
      load().then(
        (module) => {
          loaded = module.default;
          setPart({ Part: loaded });
        },
        () => setPart({ hasFailed: true }),
      );
    }, [part.Part, attempt]);
    const retry = (): void => {
      setPart({});
      setAttempt((before) => before + 1);
    };
    if (part.hasFailed)
      return (
        <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg shadow-xl">
          <ProblemNotice problem={new Error(NOT_LOADED)} retry={retry} />
        </div>
      );
    const Shown = part.Part ?? meanwhile;
    return <Shown {...props} />;
  };
}

const NOT_LOADED =
  'This could not be opened: the connection is lost, or a newer console has been installed. ' +
  'Try again, or load the page anew.';
