import { useMemo } from 'react';
import { encode } from 'uqr';

/** The empty border that scanners need, in modules. */
const BORDER = 4;

/** A QR code. It is dark on light in both themes, as scanners expect. */
export function QrCode({ name, text }: { name: string; text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: BORDER });
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: modules.join('') };
  }, [text]);
  return (
    <svg className="qr-code" role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path} />
    </svg>
  );
}
