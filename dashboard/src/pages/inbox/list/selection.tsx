import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useAllLabels } from '../../../api/labels.ts';
import { patiently } from '../../../api/patiently.ts';
import { Problem } from '../../../api/problem.ts';
import { useAccountId } from '../../../api/session.ts';
import { useKeys } from '../../../frame/use-keys.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Progress } from '../../../parts/feedback.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { type Change, changeConversation } from '../data/agents.ts';
import { findListed, putConversation, refreshHeads } from '../data/conversations.ts';
import { changeLabel, useLabelsOfRows } from '../data/labels.ts';
import { type Conversation, keyOf, nameOf } from '../data/types.ts';
import { useAssignActions } from '../thread/assign-actions.ts';

const NONE: ReadonlySet<string> = new Set();

/** The selected conversations of the list. */
export type Selection = ReturnType<typeof useSelection>;

export function useSelection(rows: readonly Conversation[]) {
  const [keys, setKeys] = useState(NONE);
  /** Whether a press on a row selects it, for screens without hover. */
  const [isChoosing, setChoosing] = useState(false);
  const listed = useRef(rows);
  listed.current = rows;
  const last = useRef<string>(undefined);
  /** Selects a row or takes it back, or selects all from the last one to this one. */
  const toggle = useCallback((key: string, isRange: boolean) => {
    const order = listed.current.map(keyOf);
    const from = isRange && last.current !== undefined ? order.indexOf(last.current) : -1;
    const to = order.indexOf(key);
    last.current = key;
    setKeys((before) => {
      if (from !== -1) {
        return new Set([...before, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]);
      }
      const next = new Set(before);
      if (!next.delete(key)) {
        next.add(key);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => {
    last.current = undefined;
    setKeys(NONE);
    setChoosing(false);
  }, []);
  return { keys, isChoosing, toggle, clear, choose: () => setChoosing(true), keep: setKeys };
}

/** What is done to each selected conversation. */
interface Work {
  /** As a heading, such as `Closed`. */
  done: string;
  /** After `could not be`, such as `closed`. */
  failed: string;
  run: (row: Conversation) => Promise<void>;
  undo?: (row: Conversation) => Promise<void>;
}

interface Failure {
  name: string;
  reason: string;
}

/** Why a change failed, and what to do. There is nothing to do for a person who was erased. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  return error instanceof Problem && error.fix && error.status !== 404 ? `${message} ${error.fix}` : message;
}

const conversations = (count: number): string => `${count.toLocaleString()} conversation${count === 1 ? '' : 's'}`;

interface SelectionBarProps {
  selection: Selection;
  rows: readonly Conversation[];
  /** After the last one. The bar, which had the focus, may be gone. */
  onDone: () => void;
}

/**
 * What can be done with the selected conversations. It is always in the page, before the open conversation, so that its
 * keys come first.
 */
export function SelectionBar({ selection: { keys, isChoosing, clear, keep }, rows, onDone }: SelectionBarProps) {
  const queries = useQueryClient();
  const account = useAccountId();
  const selected = keys.size === 0 ? [] : rows.filter((row) => keys.has(keyOf(row)));
  const [progress, setProgress] = useState<{ label: string; done: number; total: number }>();
  const [failures, setFailures] = useState<{ title: string; list: readonly Failure[] }>();
  const stop = useRef<AbortController>(undefined);
  const [menu, setMenu] = useState<'assign' | 'label'>();
  const opens = (name: 'assign' | 'label') => (isOpen: boolean) => setMenu(isOpen ? name : undefined);

  const work = async ({ done, failed, run, undo }: Work, those: readonly Conversation[]) => {
    const changed: Conversation[] = [];
    const failing = new Map<string, Failure>();
    setFailures(undefined);
    const stopping = new AbortController();
    const { signal } = stopping;
    stop.current = stopping;
    for (const row of those) {
      setProgress({ label: done, done: changed.length + failing.size, total: those.length });
      try {
        await patiently(() => run(row), signal);
        changed.push(row);
      } catch (error) {
        if (signal.aborted) {
          break;
        }
        failing.set(keyOf(row), { name: nameOf(row), reason: reasonOf(error) });
      }
    }
    setProgress(undefined);
    // What is not done stays selected, to try it again.
    keep(new Set(those.filter((row) => !changed.includes(row)).map(keyOf)));
    if (failing.size > 0) {
      const title = `${conversations(failing.size)} of ${those.length.toLocaleString()} could not be ${failed}.`;
      setFailures({ title, list: [...failing.values()] });
    } else if (!signal.aborted) {
      clear();
    }
    if (changed.length > 0) {
      const back = undo && (() => void work({ done: 'Undone', failed: 'changed back', run: undo }, changed));
      toast(`${done}: ${conversations(changed.length)}`, back);
    }
    requestAnimationFrame(onDone);
  };
  const change = (row: Conversation, changes: Change) => changeConversation(queries, row, changes);
  const isClosed = selected.length > 0 && selected.every(({ status }) => status === 'closed');
  const close = () =>
    work(
      {
        ...(isClosed ? { done: 'Opened', failed: 'opened' } : { done: 'Closed', failed: 'closed' }),
        run: (row) => change(row, { status: isClosed ? 'open' : 'closed' }),
        undo: (row) => change(row, { status: row.status === 'closed' ? 'closed' : 'open' }),
      },
      isClosed ? selected : selected.filter(({ status }) => status !== 'closed'),
    );
  const assign = (agent: Conversation['agent']) =>
    work(
      {
        ...(agent ? { done: 'Assigned', failed: 'assigned' } : { done: 'Unassigned', failed: 'unassigned' }),
        run: (row) => change(row, { agent }),
        undo: (row) => change(row, { agent: row.agent }),
      },
      selected,
    );
  const unread = selected.filter(({ unread_count }) => unread_count > 0);
  const read = () =>
    work({ done: 'Marked as read', failed: 'marked as read', run: (row) => change(row, { unread_count: 0 }) }, unread);
  const label = (id: number, isOn: boolean, those: readonly Conversation[]) =>
    work(
      {
        ...(isOn ? { done: 'Labeled', failed: 'labeled' } : { done: 'Label removed', failed: 'changed' }),
        run: async (row) => {
          await changeLabel(queries, account, row, id, isOn);
          // The list may have a filter by this label.
          putConversation(queries, findListed(queries, row.phone, row.connection_id) ?? row);
        },
      },
      those,
    ).then(() => refreshHeads(queries).catch(() => {}));
  const labels = useAllLabels() ?? [];
  const known = useLabelsOfRows(selected);
  const labelActions = labels.flatMap(({ id, name }) => {
    const has = (row: Conversation) => known.get(keyOf(row))?.some((one) => one.id === id) === true;
    const having = selected.filter(has);
    const lacking = selected.filter((row) => !has(row));
    return [
      ...(lacking.length > 0 ? [{ id: `+${id}`, text: name, run: () => void label(id, true, lacking) }] : []),
      ...(having.length > 0
        ? [{ id: `-${id}`, text: `Remove ${name}`, run: () => void label(id, false, having) }]
        : []),
    ];
  });

  const leave = () => {
    setFailures(undefined);
    clear();
    requestAnimationFrame(onDone);
  };
  const isShown = isChoosing || selected.length > 0 || progress !== undefined || failures !== undefined;
  useKeys({
    ...(isShown && progress === undefined && { Escape: leave }),
    ...(selected.length > 0 &&
      progress === undefined && {
        e: () => void close(),
        a: () => setMenu('assign'),
        ...(labels.length > 0 && { l: () => setMenu('label') }),
      }),
  });
  if (!isShown) {
    return null;
  }
  const isIdle = selected.length === 0;
  return (
    <section className="selection stack tight" aria-label="Selection">
      {failures && <Failures {...failures} />}
      {progress ? (
        <>
          <Progress {...progress} />
          <div className="row">
            <Button onPress={() => stop.current?.abort(new Error('The person stopped it.'))}>Stop</Button>
          </div>
        </>
      ) : (
        <>
          <div className="row">
            <strong className="grow number" role="status">
              {isIdle
                ? isChoosing
                  ? 'Select conversations'
                  : 'None selected'
                : `${selected.length.toLocaleString()} selected`}
            </strong>
            <IconButton label="Clear the selection" icon={X} shortcut="Esc" onPress={leave} />
          </div>
          {(!isIdle || isChoosing) && (
            <div className="row">
              <Button isDisabled={isIdle} onPress={() => void close()}>
                {isClosed ? 'Open' : 'Close'}
              </Button>
              <AssignMenu
                isOpen={menu === 'assign'}
                onOpenChange={opens('assign')}
                selected={selected}
                onAssign={(agent) => void assign(agent)}
              />
              {labels.length > 0 && (
                <Menu isOpen={menu === 'label'} onOpenChange={opens('label')} actions={labelActions}>
                  <Button isDisabled={isIdle}>Label</Button>
                </Menu>
              )}
              <Button isDisabled={unread.length === 0} onPress={() => void read()}>
                Mark as read
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface AssignMenuProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  selected: readonly Conversation[];
  onAssign: (agent: Conversation['agent']) => void;
}

/** Separate from the bar, so that the agents are requested when someone selects, and not when the page opens. */
function AssignMenu({ isOpen, onOpenChange, selected, onAssign }: AssignMenuProps) {
  const current = selected.map(({ agent }) => agent);
  const actions = useAssignActions(current, onAssign);
  return (
    <Menu isOpen={isOpen} onOpenChange={onOpenChange} actions={actions}>
      <Button isDisabled={selected.length === 0}>Assign</Button>
    </Menu>
  );
}

/** How many people one reason names. */
const NAMED = 3;

/** Which conversations did not change, by the reason. */
function Failures({ title, list }: { title: string; list: readonly Failure[] }) {
  const reasons = [...Map.groupBy(list, ({ reason }) => reason)];
  return (
    <div className="note bad" role="alert">
      <div className="grow">
        <p>{title}</p>
        {reasons.map(([reason, failed]) => (
          <p key={reason}>
            <bdi>
              {failed
                .slice(0, NAMED)
                .map(({ name }) => name)
                .join(', ')}
            </bdi>
            {failed.length > NAMED && ` and ${(failed.length - NAMED).toLocaleString()} more`}: {reason}
          </p>
        ))}
      </div>
    </div>
  );
}
