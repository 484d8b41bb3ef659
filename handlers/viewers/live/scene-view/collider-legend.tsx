/** Says which colliders have which colour. */
export const ColliderLegend = () => (
  <ul class="legend" aria-label="Colliders">
    <li class="solid">Solid</li>
    <li class="trigger">Trigger: things pass through</li>
  </ul>
);
