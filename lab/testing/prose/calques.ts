/**
 * Phrases that a native writer would not use, each with what to write (CONTRIBUTING.md, "House style"). Matching
 * ignores case. Keep patterns narrow: a match must be worth an edit.
 */
export const CALQUES: readonly [phrase: RegExp, instead: string][] = [
  [
    /\bstand(s|ing)? (in|on|for|as|at|before|behind|beside|above|below|under|there|here|once|first|last|alone|apart|still|open|against)\b/,
    'is in, means',
  ],
  [/\bstood\b/, 'was'],
  [
    /\btells?\b(?! me more)|\bis told\b|\bare told\b|\bwas told\b|\bbe told\b|\btelling\b/,
    'reports, returns, shows, says',
  ],
  [
    /\bwhoever\b|\bwhomever\b|\bwho (is|has|had|was|stands|may|asks|waits|holds|wants) \w+ (is|has|may|gets|does|sees)\b/,
    'the caller, the worker, clients that',
  ],
  [/(?<!-)\bnobody\b(?!:)|\bsomebody\b/, 'no one, a name for the actor'],
  [/\banew\b|\bonce more\b/, 'again'],
  [/\b(by|of) (it|them|him|her)sel(f|ves)\b|\bof their own accord\b/, 'automatically, separately'],
  [/\bin (the|its|their) midst\b/, 'during'],
  [/\bgo(es|ing)? on\b|\bwent on\b/, 'continues, resumes'],
  [/\blets?( \w+){1,4} go\b|\blet go\b/, 'releases, allows'],
  [
    /\b(comes?|came|runs?|sent|waits?|follows?|minutes|hours|seconds|days|one|those) behind\b|\bbehind (a|the|its|it|each|another|them|that|this|these|which|one)\b/,
    'after',
  ],
  [/\bmade up\b|\bmade-up\b|\bpretend(s|ed|ing)?\b/, 'generated, mock'],
  [/\bin hand\b|\bunder way\b/, 'in flight, in progress'],
  [/\bfor want of\b/, 'because there is no'],
  [/\bmakes? (it|that|this) true\b/, 'implements it'],
  [/\bkeeps? (its|the|their) (promise|promises|contract)\b/, 'meets the contract'],
  [/\bwaited-for\b|\bthe asked-for\b/, 'awaited, requested'],
  [/\b(one|own|another|other|same|back|its) doors?\b|\bdoors? (of|for|to)\b/, 'function, path, endpoint'],
  [/\b(a|the|each|its) rooms?\b(?! for)/, 'a package, a folder'],
  [/\bas well[.,;:)]|\bas well$|, too[.,;:)]|, too$| too[.;:)]| too$/, 'also, before the verb'],
  [/\bof (its|their|one's|his|her|our) own\b/, 'a separate'],
  [/\b(that|so that) (it|they|he) may\b|\bso that nobody\b/, 'so that'],
  [
    /\b(is|are|was|were|be|been|being) (looked|asked|waited) (at|for|up|after|of)\b/,
    'is checked, is requested, is found',
  ],
  [/\bput (it |them |that |this |the above )?(right|to rights)\b/, 'fix'],
  [/\bsays? so\b(?! and)|\bsaid so\b/, 'reports it'],
  [/\bhow (it|they) (is|are) said\b|\bis said (once|twice|here|there|so)\b|\bare said\b/, 'is defined, is documented'],
  [
    /\bis (known|called) (by|after) what\b|\bwhat (is|was|has been|had been|were) (asked|said|told|written|sent|given|meant|left|kept|taken|made|there)\b/,
    'name the thing',
  ],
  [/\bkept? (from|apart|aside|out of)\b|\bkeeps (from|apart|aside|out)\b/, 'prevents, separates, excludes'],
  [/\bhand(s|ed|ing)? (it|them|this|that|\w+) over\b|\bhands? over\b/, 'sends, passes'],
  [/\bcomes? (to|upon) (nothing|an end|grief)\b|\bcame to nothing\b/, 'fails, ends'],
  [/\bfalls? due\b|\bfell due\b/, 'is due'],
  [/\bheld up\b|\bholds? (\w+ )?up\b/, 'delays, blocks'],
  [/\bworn? out\b|\bsoon(er)? or later\b|\bin the (meantime|meanwhile)\b/, 'meanwhile, eventually'],
  [/\bshould (the|an|a|it|they|its)\b[^.?]*,|, should (the|an|a|it|they)\b/, 'if'],
  [/\bas far as (it|they|that|its|one)\b/, 'if, where'],
  [
    /\blikewise\b|\bthereof\b|\bwherein\b|\bthereby\b|\bhence\b|\bunawares?\b|\bto the letter\b|\bnor (does|do|is|are|has|will|may|can)\b/,
    'plain words',
  ],
  [/\bwithout (more|further) ado\b|\bof use\b|\bof no use\b|\bto no avail\b/, 'useful, useless'],
  [/\bthat which\b|\bthose who\b|\bone who\b/, 'name the thing'],
];
