import { Moon, Smartphone, Sun } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Badge, ErrorNote, SkeletonRows } from '../parts/feedback.tsx';
import { chooseTheme, themeOf } from '../theme.ts';
import { type Place, placeKey, useAct, useLab } from './api.ts';
import { People } from './people/people.tsx';
import { Phone } from './phone/phone.tsx';
import type { Lab, Person } from './types.ts';

/** Loaded after the people and the phone, which are seen first. */
const ControlRoom = lazy(() =>
  import('./control/control-room.tsx').then((module) => ({ default: module.ControlRoom })),
);

const PANES = { people: 'People', phone: 'Phone', control: 'Control room' } as const;
type Pane = keyof typeof PANES;

/** The width of mock.css below which the page shows one part at a time. */
const NARROW = matchMedia('(max-width: 600px)');
const watchWidth = (watcher: () => void) => {
  NARROW.addEventListener('change', watcher);
  return () => NARROW.removeEventListener('change', watcher);
};

/** The page of the mock: people, the phone of one of them, and what the provider does. */
export function MockPage() {
  const lab = useLab();
  const { act, error, setError } = useAct();
  const [place, setPlace] = useState<Place>();
  const isNarrow = useSyncExternalStore(watchWidth, () => NARROW.matches);
  const [pane, setPane] = useState<Pane>('people');
  const isInSight = (part: Pane) => !isNarrow || part === pane;
  /** A part that was never in sight is not rendered. Afterwards it stays, with what a person typed. */
  const [rendered, setRendered] = useState<readonly Pane[]>([]);
  const added = (Object.keys(PANES) as Pane[]).filter((part) => isInSight(part) && !rendered.includes(part));
  if (added.length > 0) {
    setRendered([...rendered, ...added]);
  }
  /** How many messages of the business were on the phone when it was last in sight, by person. */
  const [seen, setSeen] = useState<Readonly<Record<string, number>>>({});
  const see = useCallback(
    (person: Person) =>
      setSeen((before) =>
        before[placeKey(person)] === person.written ? before : { ...before, [placeKey(person)]: person.written },
      ),
    [],
  );
  const open = useCallback((chosen: Place) => {
    setPlace(chosen);
    setPane('phone');
  }, []);
  // The phone shows the latest chat until a person is chosen. On a narrow screen the people stay in sight.
  const openFirst = useCallback((first: Place) => setPlace((chosen) => chosen ?? first), []);

  return (
    <div className="mock" data-pane={pane}>
      <header className="mock-head">
        <Smartphone size={20} aria-hidden />
        <h1 className="grow">Mock provider</h1>
        {lab.data && <State lab={lab.data} />}
        <ThemeButton />
      </header>
      <nav className="mock-panes" aria-label="Parts of the page">
        {Object.entries(PANES).map(([id, name]) => (
          <button
            key={id}
            type="button"
            className="mock-pane-button"
            aria-current={pane === id || undefined}
            onClick={() => setPane(id as Pane)}
          >
            {name}
          </button>
        ))}
      </nav>
      <main className="mock-main">
        <div className="mock-problem">
          {error && <ErrorNote error={error} />}
          {!error && lab.isError && <ErrorNote error={new Error('The mock does not respond. Start it again.')} />}
        </div>
        <People
          businesses={lab.data?.businesses}
          open={isInSight('phone') ? place : undefined}
          seen={seen}
          act={act}
          onOpen={open}
          onFirst={openFirst}
        />
        {rendered.includes('phone') && <Phone place={place} isInSight={isInSight('phone')} act={act} onSee={see} />}
        {rendered.includes('control') && (
          <section className="mock-control" aria-label="Control room">
            <Suspense fallback={<SkeletonRows rows={10} />}>
              <ControlRoom lab={lab.data} place={place} act={act} onError={setError} />
            </Suspense>
          </section>
        )}
      </main>
    </div>
  );
}

function State({ lab: { idle, callback_url } }: { lab: Lab }) {
  return (
    <div className="mock-state">
      <span className="mock-callback cut muted" title={callback_url ?? undefined}>
        {callback_url ? `Callbacks to ${callback_url}` : 'No callback URL'}
      </span>
      <Badge tone={idle ? 'good' : 'info'}>{idle ? 'Idle' : 'Working'}</Badge>
    </div>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(themeOf);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setTheme(themeOf());
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other}`}
      icon={other === 'dark' ? Moon : Sun}
      onPress={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    />
  );
}
