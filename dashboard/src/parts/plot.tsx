import { useEffect, useRef } from 'react';
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
  kind?: 'bars' | 'lines';
  height?: number;
  /** Writes a value, such as a percentage. */
  write?: (value: number) => string;
}

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A plot, with the same numbers as a table behind it. */
export function Plot({
  label,
  labels,
  labelName,
  series,
  kind = 'bars',
  height = 220,
  write = (value) => value.toLocaleString(),
}: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element || labels.length === 0) {
      return;
    }
    const axis = () => ({
      stroke: colourOf('--text-3'),
      grid: { stroke: colourOf('--line'), width: 1 },
      ticks: { show: false },
      font: '12px "Inter Variable", sans-serif',
    });
    const draw = () =>
      new uPlot(
        {
          width: element.clientWidth,
          height,
          legend: { show: series.length > 1, live: false },
          cursor: { y: false },
          scales: {
            x: { time: false, range: [-0.6, labels.length - 0.4] },
            y: { range: (_, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
          },
          axes: [
            {
              ...axis(),
              splits: (_plot, _axis, min, max) => {
                const first = Math.max(0, Math.ceil(min));
                const last = Math.min(labels.length - 1, Math.floor(max));
                const step = Math.max(
                  1,
                  Math.ceil((last - first + 1) / Math.max(1, Math.floor(element.clientWidth / 90))),
                );
                return Array.from(
                  { length: Math.floor((last - first) / step) + 1 },
                  (_, place) => first + place * step,
                );
              },
              values: (_plot, places) => places.map((place) => labels[place] ?? ''),
            },
            { ...axis(), size: 56, values: (_plot, values) => values.map((value) => write(value)) },
          ],
          series: [
            {},
            ...series.map(({ name, colour }, place) => {
              const stroke = colourOf(colour);
              return {
                label: name,
                stroke,
                width: kind === 'bars' ? 0 : 2,
                fill: kind === 'bars' ? stroke : undefined,
                points: { show: kind === 'lines' && labels.length < 60 },
                paths:
                  kind === 'bars'
                    ? uPlot.paths.bars?.({
                        size: [0.7 / series.length, 40],
                        align: place === 0 && series.length > 1 ? -1 : 0,
                      })
                    : undefined,
              } as uPlot.Series;
            }),
          ],
        },
        [labels.map((_, place) => place), ...series.map(({ values }) => [...values])],
        element,
      );
    let plot = draw();
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    size.observe(element);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      plot.destroy();
    };
  }, [labels, series, kind, height, write]);

  const rows = labels.map((name, place) => ({ name, values: series.map(({ values }) => values[place] ?? null) }));
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    { name: labelName, cell: (row) => row.name },
    ...series.map(
      ({ name }, place): Column<Row> => ({
        name,
        isNumber: true,
        cell: (row) => {
          const value = row.values[place] ?? null;
          return value === null ? '–' : write(value);
        },
      }),
    ),
  ];
  return (
    <figure className="plot">
      <div ref={frame} className="plot-frame" style={{ height }} role="img" aria-label={label} />
      <details>
        <summary>Show as a table</summary>
        <Table label={label} columns={columns} rows={rows} keyOf={(row) => row.name} />
      </details>
    </figure>
  );
}
