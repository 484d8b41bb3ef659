/** Explains the colors in which colliders are shown. */
export const ColliderLegend = () => (
  <ul class="legend" aria-label="Colliders">
    <li class="solid">Solid</li>
    <li class="trigger">Trigger: objects pass through</li>
  </ul>
);
