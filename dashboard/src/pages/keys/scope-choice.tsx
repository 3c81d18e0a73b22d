import { SCOPE_TEXTS } from 'virtual:facts';
import type { Scope } from '@wigwag/openapi';
import { Checkbox } from '../../parts/fields/fields.tsx';
import { SCOPE_GROUPS, titleOf } from './data.ts';

interface ScopeChoiceProps {
  chosen: readonly Scope[];
  onChange: (chosen: readonly Scope[]) => void;
}

/** Chooses scopes, grouped by what they are about. */
export const ScopeChoice = ({ chosen, onChange }: ScopeChoiceProps) => (
  <div className="scope-groups">
    {SCOPE_GROUPS.map(([noun, scopes]) => (
      <fieldset key={noun} className="choices">
        <legend>{titleOf(noun)}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            isSelected={chosen.includes(scope)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
          >
            <span className="grow">
              <code>{scope}</code>
              <span className="scope-text">{SCOPE_TEXTS[scope]}</span>
            </span>
          </Checkbox>
        ))}
      </fieldset>
    ))}
  </div>
);
