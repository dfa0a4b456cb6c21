// In CI a property is tried with the same values each time, so that a change is judged by what it changes;
// at a developer's desk with others each time, and fast-check prints the seed of what fails.
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261121 });
