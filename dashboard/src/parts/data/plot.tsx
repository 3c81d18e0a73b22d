import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Column, Table } from './table.tsx';

export interface Series {
  name: string;
  /** One value for each label; null leaves a gap. */
  values: readonly (number | null)[];
  /** A colour of the tokens, such as `--accent`. */
  colour: string;
}

interface PlotProps {
  /** What the plot shows, for screen readers and as the table's name. */
  label: string;
  /** What each point is, such as a day. */
  labels: readonly string[];
  /** The head of the table's first column, such as `Day`. */
  labelName: string;
  series: readonly Series[];
  /** `stacked` bars are on top of each other, for parts of a whole. @default bars */
  kind?: Kind;
  height?: number;
  /** Writes a value, such as a percentage. */
  write?: (value: number) => string;
  /** Writes more about a value, such as its share. */
  writeMore?: (value: number) => string;
  /** What values count, so that the axis has round numbers. */
  unit?: keyof typeof STEPS;
}

type Kind = 'bars' | 'stacked' | 'lines';

/** The steps that an axis may have. */
const STEPS = {
  pieces: Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat(),
  percent: [1, 2, 5, 10, 20, 50, 100],
  seconds: [1, 5, 15, 30, 60, 300, 600, 1800, 3600, 7200, 14_400, 43_200, 86_400, 172_800, 432_000],
} as const;

/** Where the axis ends if no value is above zero. */
const EMPTY = { pieces: 1, percent: 100, seconds: 60 } as const satisfies Record<keyof typeof STEPS, number>;

/** The share of a label's width that its bars fill, and the widest bar in pixels. */
const BARS = 0.72;
const WIDEST_BAR = 44;
/** The width of a label of the axis, in pixels. */
const LABEL_WIDTH = 90;

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const plainly = (value: number): string => value.toLocaleString();

/** A plot with the values of the point under the pointer, and a table with the same numbers. */
export function Plot({
  label,
  labels,
  labelName,
  series,
  kind = 'bars',
  height = 220,
  write = plainly,
  writeMore,
  unit,
}: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<{ place: number; left: number }>();
  // Callers may pass new arrays with the same content at each render.
  const content = JSON.stringify([labels, series]);
  const drawn = useMemo(() => JSON.parse(content) as [string[], Series[]], [content]);
  const writer = useRef(write);
  writer.current = write;
  useEffect(() => {
    const element = frame.current;
    const [names, lines] = drawn;
    if (!element || names.length === 0) {
      return;
    }
    const draw = () =>
      new uPlot(
        optionsOf({
          names,
          lines,
          kind,
          unit,
          height,
          width: element.clientWidth,
          write: (value) => writer.current(value),
          onHover: setHovered,
        }),
        [names.map((_, place) => place), ...dataOf(lines, kind)],
        element,
      );
    let plot = draw();
    const theme = new MutationObserver(() => {
      plot.destroy();
      plot = draw();
    });
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    size.observe(element);
    return () => {
      size.disconnect();
      theme.disconnect();
      plot.destroy();
      setHovered(undefined);
    };
  }, [drawn, kind, height, unit]);

  const said = (value: number | null): string =>
    value === null ? '–' : `${write(value)}${writeMore ? ` (${writeMore(value)})` : ''}`;
  return (
    <figure className="plot">
      {series.length > 1 && (
        <ul className="plot-legend">
          {series.map(({ name, colour }) => (
            <li key={name}>
              <span className={`plot-swatch ${kind}`} style={{ background: `var(${colour})` }} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="plot-box" style={{ height }}>
        <div ref={frame} className="plot-frame" role="img" aria-label={label} />
        {hovered && labels[hovered.place] !== undefined && (
          <div
            className={hovered.left > 0.6 ? 'plot-values left' : 'plot-values'}
            style={{ left: `${100 * hovered.left}%` }}
            aria-hidden
          >
            <strong>{labels[hovered.place]}</strong>
            {series.map(({ name, colour, values }) => (
              <span key={name} className="row">
                <span className={`plot-swatch ${kind}`} style={{ background: `var(${colour})` }} />
                <span className="grow">{name}</span>
                <span className="number">{said(values[hovered.place] ?? null)}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      <details>
        <summary>Show as a table</summary>
        <PlotTable label={label} labels={labels} labelName={labelName} series={series} said={said} />
      </details>
    </figure>
  );
}

/** Stacked bars are drawn over each other, the sum of all first. */
function dataOf(lines: readonly Series[], kind: Kind): (number | null)[][] {
  if (kind !== 'stacked') {
    return lines.map(({ values }) => [...values]);
  }
  return lines.map(({ values }, from) =>
    values.map((_, place) => lines.slice(from).reduce((sum, line) => sum + (line.values[place] ?? 0), 0)),
  );
}

interface Drawing {
  names: readonly string[];
  lines: readonly Series[];
  kind: Kind;
  unit: keyof typeof STEPS | undefined;
  height: number;
  width: number;
  write: (value: number) => string;
  onHover: (hovered: { place: number; left: number } | undefined) => void;
}

function optionsOf({ names, lines, kind, unit, height, width, write, onHover }: Drawing): uPlot.Options {
  const axis = () => ({
    stroke: colourOf('--text-3'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: '12px "Inter Variable", sans-serif',
  });
  const last = names.length - 1;
  return {
    width,
    height,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { time: false, range: [-0.5, last + 0.5] },
      y: { range: (_, _min, max) => [0, max > 0 ? max * 1.08 : EMPTY[unit ?? 'pieces']] },
    },
    axes: [
      {
        ...axis(),
        size: 32,
        grid: { show: false },
        splits: (plot) => {
          const step = Math.max(1, Math.ceil(names.length / Math.max(1, Math.floor(plot.width / LABEL_WIDTH))));
          return Array.from({ length: Math.floor(last / step) + 1 }, (_, place) => place * step);
        },
        values: (_, places) => places.map((place) => names[place] ?? ''),
      },
      {
        ...axis(),
        size: 56,
        ...(unit && { incrs: [...STEPS[unit]] }),
        values: (_, values) => values.map((value) => write(value)),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, colour }, place): uPlot.Series => {
        const stroke = colourOf(colour);
        if (kind === 'lines') {
          return { label: name, stroke, width: 2, points: { show: names.length < 40, size: 6, fill: stroke } };
        }
        return {
          label: name,
          stroke,
          width: 0,
          fill: stroke,
          points: { show: false },
          paths: kind === 'stacked' ? barsOf(0, 1) : barsOf(place, lines.length),
        };
      }),
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const place = plot.cursor.idx;
          onHover(
            typeof place === 'number' && (plot.cursor.left ?? -1) >= 0
              ? { place, left: (plot.valToPos(place, 'x') + plot.bbox.left / devicePixelRatio) / plot.width }
              : undefined,
          );
        },
      ],
    },
  };
}

/** Draws the bars of a series beside those of the others. */
const barsOf = (place: number, count: number): uPlot.Series.PathBuilder | undefined => {
  const share = BARS / count;
  return uPlot.paths.bars?.({
    align: 1,
    radius: 0.1,
    disp: {
      x0: {
        unit: 1,
        values: (plot) => {
          const unit = Math.abs(plot.valToPos(1, 'x') - plot.valToPos(0, 'x'));
          const own = Math.min(share, WIDEST_BAR / unit);
          return Array.from(plot.data[0], (x) => x + own * (place - count / 2));
        },
      },
      size: {
        unit: 1,
        values: (plot) => {
          const unit = Math.abs(plot.valToPos(1, 'x') - plot.valToPos(0, 'x'));
          const own = Math.min(share, WIDEST_BAR / unit);
          return Array.from(plot.data[0], () => own * (count > 1 ? 0.92 : 1));
        },
      },
    },
  });
};

function PlotTable(
  props: Pick<PlotProps, 'label' | 'labels' | 'labelName' | 'series'> & { said: (value: number | null) => string },
) {
  const { label, labels, labelName, series, said } = props;
  const rows = labels.map((name, place) => ({ name, values: series.map(({ values }) => values[place] ?? null) }));
  const columns: Column<(typeof rows)[number]>[] = [
    { name: labelName, cell: (row) => row.name },
    ...series.map(({ name }, place) => ({
      name,
      isNumber: true,
      cell: (row: (typeof rows)[number]) => said(row.values[place] ?? null),
    })),
  ];
  return <Table label={label} columns={columns} rows={rows} keyOf={(row) => row.name} />;
}
